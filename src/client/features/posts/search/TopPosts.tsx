import { SEARCH_FRESH } from '#client/features/posts/data/post-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { loadTopPosts } from '#client/features/posts/data/posts.actions.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { openPost } from '#client/features/posts/data/open-posts.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { ListFailure, ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { useWatchPosts } from '#client/live/watch.ts'
import type { SearchTerm } from './search-term.ts'

interface TopPostsProps {
  term: SearchTerm
  label: string
  empty: ReactNode
}

/** The posts with the most reactions among those that a search finds. Their figures change live, not their order. */
export const TopPosts = ({ term: { kind, words }, label, empty }: TopPostsProps) => {
  const viewerId = useViewer()?.id ?? null
  const query = useQuery({
    queryKey: ['posts', viewerId, 'top', kind, words],
    queryFn: ({ signal }) => loadTopPosts(kind === 'tag' ? { tag: words } : { q: words }, signal),
    staleTime: SEARCH_FRESH,
  })
  const known = usePostsStore(({ records }) => records)
  const ids = (query.data ?? NOTHING).filter((id) => known.has(id))
  useAlive(query.data ?? NOTHING)
  if (query.isPending) return <ListSkeleton label="Searching..." />
  if (query.isError && !query.data)
    return <ListFailure onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (ids.length === 0) return empty
  return (
    <div role="feed" aria-label={label} aria-busy={query.isFetching}>
      {ids.map((id, index) => (
        <PostCard key={id} id={id} position={index + 1} />
      ))}
    </div>
  )
}

const NOTHING: readonly string[] = []

/** Pushes for the posts, and a resync after an interruption (LIVE L7, L13). */
function useAlive(ids: readonly string[]): void {
  useWatchPosts(ids)
  useEffect(() => {
    const closes = ids.map(openPost)
    return () => closes.forEach((close) => close())
  }, [ids])
}
