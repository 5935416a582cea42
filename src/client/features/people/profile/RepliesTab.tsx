import { useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { ListFailure, ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { VirtualRows } from '#client/features/posts/feed/VirtualRows.tsx'
import { useOnScreen } from '#client/features/posts/feed/useOnScreen.ts'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { useWatchPosts } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ReplyRow } from './ReplyRow.tsx'
import type { ProfileTabProps } from './tabs.ts'
import { useReplies } from './useReplies.ts'
import type { ReplyPlace } from './useReplies.ts'

/** Height of a reply with the post it answers, before it is measured, in px. */
const ESTIMATED_HEIGHT = 210

/** A person's replies: comments with their posts, and posts that mention somebody (DECISIONS row 8). */
export const RepliesTab = ({ handle }: ProfileTabProps) => {
  const { query, places } = useReplies(handle)
  const view = useOnScreen()
  const ids = useMemo(() => places.map(({ id }) => id), [places])
  useWatchPosts(view.ids)
  if (query.isPending) return <ListSkeleton label="Loading replies..." />
  if (query.isError && !query.data)
    return <ListFailure onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (places.length === 0) {
    return (
      <EmptyState mascot="jester" title="No replies yet">
        Nothing here has ever been answered back.
      </EmptyState>
    )
  }
  return (
    <>
      <VirtualRows
        role="feed"
        listKey={`replies:${handle}`}
        ids={ids}
        label={`Replies by @${handle}`}
        busy={query.isFetching}
        guess={ESTIMATED_HEIGHT}
        renderRow={(index) => {
          const place = places[index]
          return place && <Reply key={place.id} place={place} position={index + 1} look={view.look} />
        }}
      />
      <ListEnd
        hasMore={query.hasNextPage && places.length >= PAGE.posts}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

interface ReplyProps {
  place: ReplyPlace
  position: number
  look: ReturnType<typeof useOnScreen>['look']
}

const Reply = ({ place: { id, postId, kind }, position, look }: ReplyProps) => (
  <div ref={look} data-post={postId}>
    {kind === 'post' ? (
      <PostCard id={postId} position={position} />
    ) : (
      <ReplyRow id={id} postId={postId} position={position} />
    )}
  </div>
)
