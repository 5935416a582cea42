import type { CommentView } from '#contract/comments.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { onResync } from '#client/live/registry.ts'
import type { ResyncCause } from '#client/live/registry.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { ApiError } from '#client/live/http.ts'
import { fetchComments, sendCommentDelete, sendCommentEdit } from './comments.api.ts'
import {
  askHead,
  markCommentDeleted,
  openThreads,
  applyAnsweredComment,
  applyThreadHead,
  applyThreadOlder,
  threadOf,
} from './comments.store.ts'

/** Fetches the head of a thread and merges it. Throws ApiError. */
export async function readThread(postId: string): Promise<void> {
  const asked = askHead(postId)
  applyThreadHead(postId, asked, await fetchComments(postId))
}

/** The server pushes changes of the thread from now on. */
export const threadWatched = (postId: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => threadOf(postId)?.askedAt ?? 0,
    () => readThread(postId),
  )

/** Fetches the next page. Throws ApiError. */
export async function readOlder(postId: string): Promise<void> {
  const reach = threadOf(postId)?.reach
  if (reach) applyThreadOlder(postId, await fetchComments(postId, reach))
}

/**
 * Fetches every open thread again (LIVE L7), but right after `ready` not the unchanged ones. The comments of
 * a deleted post are dropped.
 */
export async function resyncComments(cause?: ResyncCause): Promise<void> {
  const isCurrent = (postId: string) =>
    cause?.reason === 'ready' && isUnchangedSince(`post:${postId}`, threadOf(postId)?.askedAt ?? 0)
  const threads = openThreads().filter((postId) => !isCurrent(postId))
  await Promise.all(threads.map((postId) => readThread(postId).catch(unlessGone)))
}

onResync('comments', resyncComments)

/** Throws ApiError; then the comment has not changed. */
export const editComment = async (id: string, text: string): Promise<void> =>
  applyAnsweredComment(await sendCommentEdit(id, text))

/** Throws ApiError; then the comment still exists. */
export async function deleteComment({
  id,
  postId,
  rev,
}: Pick<CommentView, 'id' | 'postId' | 'rev'>): Promise<void> {
  await sendCommentDelete(id).catch(unlessGone)
  markCommentDeleted(postId, { id, rev })
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
