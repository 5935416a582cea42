import { useEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import {
  repliesOf,
  useLivingReplies,
  type ReplyPlace,
} from '#client/features/comments/data/comments.lists.ts'
import { retainPosts } from '#client/features/posts/data/posts.store.ts'
import { ListEnd } from '#client/features/posts/feed/ListEnd.tsx'
import { ListFailure, ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { VirtualRows } from '#client/ui/VirtualRows.tsx'
import { useOnScreen } from '#client/features/posts/feed/useOnScreen.ts'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { useList } from '#client/live/list/use-list.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ReplyRow } from './ReplyRow.tsx'
import type { ProfileTabProps } from './tabs.ts'

/** Height of a reply with the post it answers, before it is measured, in px. */
const ESTIMATED_HEIGHT = 210

/** A person's replies: comments with their posts, and posts that mention somebody (DECISIONS row 8). */
export const RepliesTab = ({ handle }: ProfileTabProps) => {
  const { rows, loading, failed, busy, readAgain, next } = useList(repliesOf(handle))
  const places = useLivingReplies(rows)
  const ids = useMemo(() => places.map(({ id }) => id), [places])
  const hasMore = next.hasMore && rows.length >= PAGE.posts
  const view = useOnScreen()
  useEffect(() => retainPosts(() => rows.map(({ postId }) => postId)), [rows])
  useWatchPosts(view.ids)
  if (loading) return <ListSkeleton label="Loading replies..." />
  if (failed) return <ListFailure onRetry={readAgain} />
  if (places.length === 0 && !hasMore) {
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
        busy={busy}
        guess={ESTIMATED_HEIGHT}
        renderRow={(index) => {
          const place = places[index]
          return place && <Reply key={place.id} place={place} position={index + 1} look={view.look} />
        }}
      />
      <ListEnd {...next} hasMore={hasMore} />
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
