import { useState } from 'react'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { late, useLate } from '#client/ui/late.ts'

/** Most cards of a list are never opened, and the list must be here first. */
const thread = late<{ postId: string; className?: string }>(
  async () => (await import('#client/features/comments/Comments.tsx')).Comments,
)

/** Fetches the code of comment threads a moment before it is needed. A failure shows when it is. */
export const prepareComments = (): void => void thread.load().catch(() => undefined)

/** The open thread under a card in a list. */
export const CardComments = ({ postId }: { postId: string }) => {
  const [failed, setFailed] = useState(false)
  const Comments = useLate(thread, !failed, () => setFailed(true))
  if (Comments) return <Comments postId={postId} className="rf-post-comments" />
  return failed ? <Failed onRetry={() => setFailed(false)} /> : <Waiting />
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="rf-post-comments py-3 text-sm text-ink-soft">
    Failed to fetch comments.{' '}
    <Button variant="ghost" size="sm" onClick={onRetry}>
      Retry
    </Button>
  </p>
)

const Waiting = () => (
  <SkeletonGroup label="Loading comments..." className="rf-post-comments flex gap-3 py-3">
    <Skeleton shape="circle" width={32} height={32} />
    <Skeleton width="60%" />
  </SkeletonGroup>
)
