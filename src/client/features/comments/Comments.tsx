import { clsx } from 'clsx'
import { useMemo } from 'react'
import type { PublicCommentView } from '#contract/comments.ts'
import type { Branch, CommentPermissions } from '#client/features/comments/data/comment-thread.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { WaitingSlot } from '#client/features/moderation/waiting/WaitingSlot.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentBranch } from './CommentBranch.tsx'
import { CommentRow } from './CommentRow.tsx'
import { useLinkedComment } from './useLinkedComment.ts'
import { useThread } from './useThread.ts'
import './Comments.css'

/** The comments of a post, newest first, and the field for a new one (product sections 2 and 4). */
export const Comments = ({ postId, className }: { postId: string; className?: string }) => {
  const viewer = useViewer()
  const thread = useThread(postId)
  const shown = useMemo(() => idsIn(thread.branches), [thread.branches])
  const linked = useLinkedComment(postId, !thread.isLoading, shown)
  return (
    <section aria-label="Comments" className={clsx('s-comments', className)}>
      <CommentComposer key={postId} postId={postId} viewer={viewer} />
      {viewer && <WaitingSlot postId={postId} />}
      {thread.isLoading && <CommentSkeletons />}
      {thread.isFailed && <Failed onRetry={() => void thread.retry()} />}
      {linked.isGone && (
        <p className="s-comments-note">The comment of this link was flushed, or was never here.</p>
      )}
      {linked.apart && <LinkedComment comment={linked.apart} can={linked.can} />}
      <ul className="s-comments-list">
        {thread.sending
          .filter(({ parent }) => !parent || !thread.branches.some(({ comment }) => comment.id === parent.id))
          .map((comment) => (
            <CommentRow key={comment.id} comment={comment} sending />
          ))}
        {thread.branches.map((branch) => (
          <CommentBranch
            key={branch.comment.id}
            branch={branch}
            viewer={viewer}
            can={thread.can}
            linkedId={linked.id}
            sending={thread.sending}
          />
        ))}
      </ul>
      {!thread.isLoading && !thread.isFailed && thread.branches.length + thread.sending.length === 0 && (
        <NoComments />
      )}
      {thread.hasOlder && (
        <Button
          variant="ghost"
          size="sm"
          className="mx-auto my-1"
          pending={thread.older.isPending}
          pendingLabel="Loading comments..."
          onClick={() => thread.older.mutate()}
        >
          {thread.older.isError ? 'That failed. Try again' : 'Show older comments'}
        </Button>
      )}
    </section>
  )
}

const idsIn = (branches: readonly Branch[]): ReadonlySet<string> =>
  new Set(branches.flatMap(({ comment, replies }) => [comment, ...replies].map(({ id }) => id)))

/** The comment that a link names, while it lies pages away. */
const LinkedComment = ({
  comment,
  can,
}: {
  comment: PublicCommentView
  can: CommentPermissions | undefined
}) => (
  <div className="border-b border-hairline pb-2">
    <p className="pt-2 text-sm font-semibold text-ink-soft">From the link</p>
    <ul className="s-comments-list">
      <CommentRow comment={comment} can={can} linked />
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
