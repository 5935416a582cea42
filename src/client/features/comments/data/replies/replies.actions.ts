import type { CommentView, ReplyView } from '#contract/comments.ts'
import { fetchComment } from '#client/features/comments/data/comments.api.ts'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import { api } from '#client/live/http.ts'
import type { ListSource } from '#client/live/list/reads.ts'
import { applyReplies } from './replies.store.ts'

/** A comment by its id with its post, or a post of the person that mentions somebody. */
export interface ReplyPlace {
  id: string
  postId: string
  kind: 'comment' | 'post'
}

/** No push announces new rows. ms. */
const FRESH_MS = 10_000

const placeOf = ({ id, comment, post }: ReplyView): ReplyPlace => ({
  id,
  postId: post.id,
  kind: comment ? 'comment' : 'post',
})

/** A person's replies, newest first. The posts and comments are in their stores. */
export const repliesOf = (handle: string): ListSource<ReplyPlace> => ({
  key: `replies of ${handle}`,
  fresh: FRESH_MS,
  read: async (cursor, signal) => {
    const askedAt = Date.now()
    const path = `/api/users/${encodeURIComponent(handle)}/replies`
    const replies = await api.get<ReplyView[]>(path, { cursor }, signal)
    applyPosts(
      replies.map(({ post }) => post),
      askedAt,
    )
    applyReplies(replies.flatMap(({ comment }) => comment ?? []))
    // An empty page is the end, as with posts.
    return { rows: replies.map(placeOf), next: replies.at(-1)?.createdAt }
  },
})

/** Fetches one comment, for a link to it. Throws ApiError. */
export async function loadComment(id: string): Promise<CommentView> {
  const comment = await fetchComment(id)
  applyReplies([comment])
  return comment
}
