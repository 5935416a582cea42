import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { PostCardSkeleton } from '#client/features/posts/card/PostCardSkeleton.tsx'

/** Placeholder of posts. */
export const ListSkeleton = ({ label }: { label: string }) => (
  <SkeletonGroup label={label} visible>
    {[2, 1, 3, 2, 1].map((lines, row) => (
      <PostCardSkeleton key={row} lines={lines} />
    ))}
  </SkeletonGroup>
)

/** No page of posts could be fetched. */
export const ListFailure = ({ onRetry, retrying }: { onRetry: () => void; retrying?: boolean }) => (
  <ErrorState title="Failed to fetch posts" onRetry={onRetry} retrying={retrying}>
    The pipes are clogged somewhere between us and the palace.
  </ErrorState>
)
