import { useMemo } from 'react'
import { PostList } from '#client/features/feed/PostList.tsx'
import { likedBy } from '#client/features/feed/sources.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'

/** The posts somebody reacted to (DECISIONS row 7). */
export const LikesTab = ({ handle }: { handle: string }) => (
  <PostList
    source={useMemo(() => likedBy(handle), [handle])}
    label={`Posts @${handle} reacted to`}
    loading="Loading likes..."
    empty={
      <EmptyState mascot="king" title="No likes yet">
        Not one drop has pleased this court.
      </EmptyState>
    }
  />
)
