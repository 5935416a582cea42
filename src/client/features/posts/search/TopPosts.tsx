import type { ReactNode } from 'react'
import { topPosts } from '#client/features/posts/data/post-sources.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { ListFailure, ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { useList } from '#client/live/list/use-list.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import type { SearchTerm } from './search-term.ts'

interface TopPostsProps {
  term: SearchTerm
  label: string
  empty: ReactNode
}

/** The posts with the most reactions among those that a search finds. */
export const TopPosts = ({ term: { kind, words }, label, empty }: TopPostsProps) => {
  const list = useList(topPosts(kind, words))
  const known = usePostsStore(({ records }) => records)
  const ids = list.ids.filter((id) => known.has(id))
  useWatchPosts(list.ids)
  if (list.loading) return <ListSkeleton label="Searching..." />
  if (list.failed) return <ListFailure onRetry={list.readAgain} retrying={list.busy} />
  if (ids.length === 0) return empty
  return (
    <div role="feed" aria-label={label} aria-busy={list.busy}>
      {ids.map((id, index) => (
        <PostCard key={id} id={id} position={index + 1} />
      ))}
    </div>
  )
}
