import { PAGE } from '#contract/limits.ts'
import { ListEnd } from '#client/features/feed/ListEnd.tsx'
import { ListFailure, ListSkeleton } from '#client/features/feed/ListStates.tsx'
import { useOnScreen } from '#client/features/feed/useOnScreen.ts'
import { PostCard } from '#client/features/post-card/PostCard.tsx'
import { useWatchPosts } from '#client/live/watch.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ReplyRow } from './ReplyRow.tsx'
import { useReplies } from './useReplies.ts'

/** What somebody answered: comments with their posts, and posts that call somebody (DECISIONS row 8). */
export const RepliesTab = ({ handle }: { handle: string }) => {
  const { query, places } = useReplies(handle)
  const view = useOnScreen()
  useWatchPosts(view.ids)
  if (query.isPending) return <ListSkeleton label="Loading replies..." />
  if (query.isError && !query.data) return <ListFailure onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (places.length === 0) {
    return (
      <EmptyState mascot="jester" title="No replies yet">
        Nothing here has ever been answered back.
      </EmptyState>
    )
  }
  return (
    <>
      <div role="feed" aria-label={`Replies by @${handle}`} aria-busy={query.isFetching}>
        {places.map(({ id, postId, kind }, index) => (
          <div key={id} ref={view.look} data-post={postId}>
            {kind === 'post' ? <PostCard id={postId} position={index + 1} /> : <ReplyRow id={id} postId={postId} position={index + 1} />}
          </div>
        ))}
      </div>
      <ListEnd
        hasMore={query.hasNextPage && places.length >= PAGE.posts}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
