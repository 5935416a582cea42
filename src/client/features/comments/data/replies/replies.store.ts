import { useShallow } from 'zustand/react/shallow'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { applyOwnParts } from '#client/features/comments/data/own-parts.store.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { createCollection } from '#client/live/collection.ts'
import type { ReplyPlace } from './replies.actions.ts'

/** Comments that are shown apart from their threads: those of the replies tabs, and those that a link names. */
const replies = createCollection<PublicCommentView>({ limit: 1000 })

export function applyReplies(comments: readonly CommentView[]): void {
  applyOwnParts(comments)
  replies.apply(comments.map(({ viewer: _, ...rest }) => rest))
}

/** Handles a push about a loaded comment. */
export const applyPushedReply = replies.applyKnown

/** Marks the comment as deleted, so that no older copy restores it (LIVE L2). */
export const markReplyDeleted = replies.markDeleted

export const useReply = (id: string): PublicCommentView | undefined =>
  replies.use(({ records }) => records.get(id))

/** Those of these rows whose comment and post are still there. */
export function useLivingReplies(places: readonly ReplyPlace[]): readonly ReplyPlace[] {
  const written = replies.use(
    useShallow(({ records }) => places.filter(({ id, kind }) => kind === 'post' || records.has(id))),
  )
  return usePostsStore(useShallow(({ records }) => written.filter(({ postId }) => records.has(postId))))
}
