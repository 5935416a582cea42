import type { CommentView } from '#contract/comments.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { onResync } from '#client/live/registry.ts'
import type { ResyncCause } from '#client/live/registry.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { ApiError } from '#client/live/http.ts'
import { endOf, isHereBeyond } from './comment-thread.ts'
import { fetchComment, fetchComments, sendCommentDelete, sendCommentEdit } from './comments.api.ts'
import {
  askThread,
  markCommentDeleted,
  openThreads,
  applyAnsweredComment,
  applyThread,
  applyThreadOlder,
  threadOf,
  type ThreadKey,
} from './comments.store.ts'

/** Reads a thread again, as far as it is here (LIVE L7), and merges it. Throws ApiError. */
export async function readThread(postId: string, order: CommentOrder = 'newest'): Promise<void> {
  const asked = askThread(postId, order)
  const page: CommentView[] = []
  let reach: string | null = null
  do {
    const next = await fetchComments(postId, order, reach ?? undefined)
    page.push(...next)
    reach = endOf(order, next)
  } while (reach !== null && isHereBeyond(threadOf(postId, order), asked, page, reach))
  applyThread(postId, order, asked, { page, reach })
  await Promise.all(writtenIn(postId, order).map((id) => readOne(postId, id)))
}

/** What the viewer has written beyond the loaded pages. */
const writtenIn = (postId: string, order: CommentOrder): string[] => [
  ...(threadOf(postId, order)?.written ?? []),
]

async function readOne(postId: string, id: string): Promise<void> {
  try {
    applyAnsweredComment(await fetchComment(id))
  } catch (error) {
    unlessGone(error)
    const rev = threadOf(postId)?.records.get(id)?.rev ?? 0
    markCommentDeleted(postId, { id, rev })
  }
}

/** The server pushes changes of the thread from now on. */
export const threadWatched = (postId: string, order: CommentOrder, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => threadOf(postId, order)?.askedAt ?? 0,
    () => readThread(postId, order),
  )

/** Fetches the next page. Throws ApiError. */
export async function readOlder(postId: string, order: CommentOrder = 'newest'): Promise<void> {
  const reach = threadOf(postId, order)?.reach
  if (reach) applyThreadOlder(postId, order, await fetchComments(postId, order, reach))
}

/**
 * Fetches every open thread again (LIVE L7), but right after `ready` not the unchanged ones. The comments of
 * a deleted post are dropped.
 */
export async function resyncComments(cause?: ResyncCause): Promise<void> {
  const isCurrent = ({ postId, order }: ThreadKey) =>
    cause?.reason === 'ready' && isUnchangedSince(`post:${postId}`, threadOf(postId, order)?.askedAt ?? 0)
  const threads = openThreads().filter((key) => !isCurrent(key))
  await Promise.all(threads.map(({ postId, order }) => readThread(postId, order).catch(unlessGone)))
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
