import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { PostList } from './PostList.tsx'
import { postsBy } from './sources.ts'

interface ProfilePostsProps {
  handle: string
  /** Shown when there are none. */
  empty?: ReactNode
}

/** The posts of one person, for their profile. */
export const ProfilePosts = ({ handle, empty = <EmptyState title="No posts yet." /> }: ProfilePostsProps) => {
  const source = useMemo(() => postsBy(handle), [handle])
  const isOwn = useViewer()?.handle === handle
  return <PostList source={source} showsSending={isOwn} label={`Posts by @${handle}`} loading="Loading drops..." empty={empty} />
}
