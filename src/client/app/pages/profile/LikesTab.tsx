import { useMemo } from 'react'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { likedBy } from '#client/features/posts/data/post-sources.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import type { ProfileTabProps } from './tabs.ts'

/** The posts somebody reacted to (DECISIONS row 7). */
export const LikesTab = ({ handle }: ProfileTabProps) => (
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
