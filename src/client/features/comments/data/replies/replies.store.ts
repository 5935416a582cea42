import type { PublicCommentView, ReplyView } from '#contract/comments.ts'
import { createCollection } from '#client/live/collection.ts'

/** Comments as the replies tab shows them, apart from their threads. */
const replies = createCollection<PublicCommentView>({ limit: 1000 })

export const applyReplies = (views: readonly ReplyView[]): void =>
  replies.apply(
    views.flatMap(({ comment }) => {
      if (!comment) return []
      const { viewer: _, ...rest } = comment
      return [rest]
    }),
  )

/** A push about a comment that is held. */
export const applyPushedReply = replies.applyKnown

/** The comment is deleted: no late copy brings it back (LIVE L2). */
export const markReplyDeleted = replies.markDeleted

export const useReply = (id: string): PublicCommentView | undefined =>
  replies.use(({ records }) => records.get(id))
