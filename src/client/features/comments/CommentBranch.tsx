import { memo, useCallback, useState } from 'react'
import type { CurrentUserView } from '#contract/account.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import type { Branch } from '#client/features/comments/data/comment-thread.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentRow } from './CommentRow.tsx'

interface CommentBranchProps {
  branch: Branch
  viewer: CurrentUserView | null
  /** The comment that the page's address names. */
  linkedId: string | null
  /** The post's roast dial and crowd control let the viewer comment. */
  mayReply: boolean
  /** The viewer's comments on their way. */
  sending: readonly PublicCommentView[]
  /** Replies may stand far from what they answer: they lead there. */
  withAnswered?: boolean
  /** It stands at another place as well, which has its anchor. */
  isCopy?: boolean
}

/** A comment, its replies one level in, and the field for another one while it is open. */
export const CommentBranch = memo(
  ({ branch, viewer, linkedId, mayReply, sending, ...marks }: CommentBranchProps) => {
    const { comment, replies } = branch
    const [answered, setAnswered] = useState<PublicCommentView | null>(null)
    const close = useCallback(() => setAnswered(null), [])
    const begin = useCallback(
      (one: PublicCommentView) => {
        if (viewer) setAnswered(one)
        else askToLogIn('Please log in to comment on posts.')
      },
      [viewer],
    )
    const answer = mayReply ? begin : undefined
    const underWay = sending.filter(({ parent }) => parent?.id === comment.id)
    return (
      <CommentRow comment={comment} linked={comment.id === linkedId} onReply={answer} {...marks}>
        {replies.length + underWay.length > 0 && (
          <ul aria-label={`Replies to ${comment.author.displayName}`} className="s-comments-list">
            {replies.map((reply) => (
              <CommentRow key={reply.id} comment={reply} linked={reply.id === linkedId} onReply={answer} />
            ))}
            {underWay.map((reply) => (
              <CommentRow key={reply.id} comment={reply} sending />
            ))}
          </ul>
        )}
        {answered && mayReply && (
          <CommentComposer
            key={answered.id}
            postId={comment.postId}
            viewer={viewer}
            answered={answered}
            onDone={close}
          />
        )}
      </CommentRow>
    )
  },
)
CommentBranch.displayName = 'CommentBranch'
