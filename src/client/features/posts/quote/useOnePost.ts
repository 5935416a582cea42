import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { openPost, postWatched, refreshPost } from '#client/features/posts/data/open-posts.ts'
import { freshAsOf } from '#client/features/posts/data/posts.store.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { isFresh } from '#client/live/just-now.ts'
import { useWatchPosts } from '#client/live/watch.ts'

/**
 * A post outside of a list, alive: on its own page, or quoted. Without `post` it is being fetched, could not
 * be, or is not there for this viewer.
 */
export function useOnePost(id: string) {
  const viewerId = useViewer()?.id ?? null
  const query = useQuery({
    queryKey: ['posts', viewerId, 'one', id],
    // The record is in the store; a deleted one is missing there.
    queryFn: async () => {
      if (!isFresh(freshAsOf(id))) await refreshPost(id)
      return Date.now()
    },
    staleTime: 0,
  })
  const post = useShownPost(id)
  useEffect(() => openPost(id), [id])
  useWatchPosts([id], postWatched)
  return { post, query }
}
