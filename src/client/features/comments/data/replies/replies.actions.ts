import type { CommentView, ReplyView } from '#contract/comments.ts'
import { fetchComment } from '#client/features/comments/data/comments.api.ts'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import { api } from '#client/live/http.ts'
import { applyReplies } from './replies.store.ts'

/** Fetches a page of a person's replies, newest first. An empty page is the end. */
export async function loadReplies(
  handle: string,
  cursor?: string,
  signal?: AbortSignal,
): Promise<readonly ReplyView[]> {
  const askedAt = Date.now()
  const replies = await api.get<ReplyView[]>(
    `/api/users/${encodeURIComponent(handle)}/replies`,
    { cursor },
    signal,
  )
  applyPosts(
    replies.map(({ post }) => post),
    askedAt,
  )
  applyReplies(replies.flatMap(({ comment }) => comment ?? []))
  return replies
}

/** Fetches one comment, for a link to it. Throws ApiError. */
export async function loadComment(id: string): Promise<CommentView> {
  const comment = await fetchComment(id)
  applyReplies([comment])
  return comment
}
