import { clsx } from 'clsx'
import { Crown } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { PublicCommentView } from '#contract/comments.ts'
import { COMMENT_REFUSALS, type CommentOrder } from '#contract/comments.constants.ts'
import { useCommentRefusal } from '#client/features/comments/data/comment-permission.store.ts'
import type { Branch } from '#client/features/comments/data/comment-thread.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { PushQuestionSlot } from '#client/features/notifications/PushQuestionSlot.tsx'
import { WaitingSlot } from '#client/features/moderation/waiting/WaitingSlot.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentBranch } from './CommentBranch.tsx'
import { CommentRow } from './CommentRow.tsx'
import { useLinkedComment } from './useLinkedComment.ts'
import { useRoastOfTheDay } from './useRoastOfTheDay.ts'
import { useCommentThread } from './useThread.ts'
import './Comments.css'

interface CommentsProps {
  postId: string
  order?: CommentOrder
  /** On the post's own page the roast of the day stands on top. */
  withRoast?: boolean
  className?: string
}

/** The comments of a post and the field for a new one (product sections 2 and 4). */
export const Comments = ({ postId, order = 'newest', withRoast = false, className }: CommentsProps) => {
  const viewer = useViewer()
  const thread = useCommentThread(postId, order)
  const roast = useRoastOfTheDay(postId, withRoast)
  const shown = useMemo(() => idsIn(thread.branches, roast), [thread.branches, roast])
  const linked = useLinkedComment(postId, !thread.isLoading, shown)
  const refusal = useCommentRefusal(postId)
  const common = {
    viewer,
    mayReply: refusal === null,
    linkedId: linked.id,
    sending: thread.sending,
    withAnswered: order === 'most',
  }
  const branches = roast ? thread.branches.filter(({ comment }) => comment.id !== roast.id) : thread.branches
  return (
    <section aria-label="Comments" className={clsx('s-comments', className)}>
      {refusal ? (
        <p className="s-comments-note">{COMMENT_REFUSALS[refusal]}</p>
      ) : (
        <>
          <Pace postId={postId} />
          <CommentComposer key={postId} postId={postId} viewer={viewer} />
        </>
      )}
      {viewer && <PushQuestionSlot />}
      {viewer && <WaitingSlot postId={postId} />}
      {roast && (
        <Roast>
          <CommentBranch {...common} {...placeOfRoast(roast, thread.branches)} withAnswered />
        </Roast>
      )}
      {thread.isLoading && <CommentSkeletons />}
      {thread.isFailed && <Failed onRetry={thread.retry} />}
      {linked.isGone && (
        <p className="s-comments-note">The comment of this link was flushed, or was never here.</p>
      )}
      {linked.apart && <LinkedComment comment={linked.apart} />}
      <ul className="s-comments-list">
        {thread.sending
          .filter(({ parent }) => !parent || !thread.branches.some(({ comment }) => comment.id === parent.id))
          .map((comment) => (
            <CommentRow key={comment.id} comment={comment} sending />
          ))}
        {branches.map((branch) => (
          <CommentBranch key={branch.comment.id} branch={branch} {...common} />
        ))}
      </ul>
      {isEmpty(thread) && refusal !== 'closed' && <NoComments />}
      {thread.next.hasMore && (
        <Button
          variant="ghost"
          size="sm"
          className="mx-auto my-1"
          pending={thread.next.loading}
          pendingLabel="Loading comments..."
          onClick={thread.next.onMore}
        >
          {thread.next.failed ? 'That failed. Try again' : MORE[order]}
        </Button>
      )}
    </section>
  )
}

const isEmpty = ({ isLoading, isFailed, branches, sending }: ReturnType<typeof useCommentThread>): boolean =>
  !isLoading && !isFailed && branches.length + sending.length === 0

/** How often one person may comment, where the author has slowed the comments. */
const Pace = ({ postId }: { postId: string }) => {
  const minutes = useShownPost(postId)?.plunger?.slowMinutes
  if (minutes === undefined) return null
  const time = minutes === 1 ? 'each minute' : `in ${minutes} minutes`
  return <p className="s-comments-note">The plunger is at work: one comment a person {time}.</p>
}

const MORE: Record<CommentOrder, string> = {
  newest: 'Show older comments',
  first: 'Show newer comments',
  most: 'Show more comments',
}

function idsIn(branches: readonly Branch[], roast: PublicCommentView | null): ReadonlySet<string> {
  const shown = branches.flatMap(({ comment, replies }) => [comment, ...replies])
  return new Set([...shown, ...(roast ? [roast] : [])].map(({ id }) => id))
}

/** The roast with its replies, as far as they are loaded. A reply also stands below what it answers. */
function placeOfRoast(roast: PublicCommentView, branches: readonly Branch[]) {
  const own = branches.find(({ comment }) => comment.id === roast.id)
  const isCopy = branches.some(({ replies }) => replies.some(({ id }) => id === roast.id))
  return { branch: own ?? { comment: roast, replies: [] }, isCopy }
}

const Roast = ({ children }: { children: ReactNode }) => (
  <section aria-label="Roast of the day" className="my-2 rounded-md bg-brass-wash px-3 pt-2 pb-1">
    <h3 className="flex items-center gap-1.5 text-sm font-semibold text-brass-ink">
      <Crown className="size-4" aria-hidden="true" />
      Roast of the day
    </h3>
    <ul className="s-comments-list">{children}</ul>
  </section>
)

/** The comment that a link names, while it lies pages away. */
const LinkedComment = ({ comment }: { comment: PublicCommentView }) => (
  <div className="border-b border-hairline pb-2">
    <p className="pt-2 text-sm font-semibold text-ink-soft">From the link</p>
    <ul className="s-comments-list">
      <CommentRow comment={comment} linked />
    </ul>
  </div>
)

const NoComments = () => <p className="s-comments-note">No comments yet. The seat is still warm.</p>

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="s-comments-note">
    Failed to fetch comments.{' '}
    <Button variant="ghost" size="sm" onClick={onRetry}>
      Retry
    </Button>
  </div>
)

const CommentSkeletons = () => (
  <SkeletonGroup label="Loading comments..." className="s-comments-list">
    {[0, 1].map((row) => (
      <div key={row} className="s-comment">
        <Skeleton shape="circle" width={32} height={32} />
        <div className="s-comment-main">
          <div className="s-comment-head">
            <Skeleton width="8rem" />
          </div>
          <Skeleton width={row === 0 ? '80%' : '55%'} />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
