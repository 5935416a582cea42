import type { PublicCommentView, ReplyView } from '#contract/comments.ts'
import { createCollection } from '#client/live/collection.ts'

/** The comments of the replies tabs, apart from their threads. */
const replies = createCollection<PublicCommentView>({ limit: 1000 })

export const applyReplies = (views: readonly ReplyView[]): void =>
  replies.apply(
    views.flatMap(({ comment }) => {
      if (!comment) return []
      const { viewer: _, ...rest } = comment
      return [rest]
    }),
  )

/** Handles a push about a loaded comment. */
export const applyPushedReply = replies.applyKnown

/** Marks the comment as deleted, so that no older copy restores it (LIVE L2). */
export const markReplyDeleted = replies.markDeleted

export const useReply = (id: string): PublicCommentView | undefined =>
  replies.use(({ records }) => records.get(id))
