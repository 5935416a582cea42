import { useMemo } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { likedBy, postsBy } from '#client/features/posts/data/post-sources.ts'
import { WaitingSlot } from '#client/features/moderation/waiting/WaitingSlot.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import type { ProfileTabProps } from './tabs.ts'

const NothingOfMine = () => (
  <EmptyState
    mascot="duke"
    title="No posts yet."
    action={<ButtonLink to="/compose">Drop your first one</ButtonLink>}
  >
    Your seat is warm and your subjects are waiting.
  </EmptyState>
)

const NothingOf = ({ handle }: { handle: string }) => (
  <EmptyState mascot="duke" title="No posts yet.">
    @{handle} has been holding it in so far.
  </EmptyState>
)

/** The posts of one person, newest first. */
export const PostsTab = ({ handle }: ProfileTabProps) => {
  const source = useMemo(() => postsBy(handle), [handle])
  const isOwn = useViewer()?.handle === handle
  return (
    <>
      {isOwn && <WaitingSlot />}
      <PostList
        source={source}
        showsSending={isOwn}
        label={`Posts by @${handle}`}
        loading="Loading drops..."
        empty={isOwn ? <NothingOfMine /> : <NothingOf handle={handle} />}
      />
    </>
  )
}

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
