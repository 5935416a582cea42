import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchDecree } from '#client/features/blog/data/blog.api.ts'
import '#client/features/blog/data/blog.live.ts'
import { takeDecree, useDecreeAt } from '#client/features/blog/data/blog.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

/** The decree at an address, kept up to date by pushes and read again with every resync (LIVE L7). */
export function useDecree(slug: string) {
  const viewerId = useViewer()?.id ?? null
  const held = useDecreeAt(slug)
  const query = useQuery({
    queryKey: ['decree', viewerId, slug],
    queryFn: async ({ signal }) => {
      try {
        takeDecree(await fetchDecree(slug, signal))
        return 'there'
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return 'lost'
        throw error
      }
    },
    staleTime: 0,
  })
  const { refetch } = query
  useWatchTopic('blog')
  useEffect(() => onResync('decree', async () => void (await refetch({ throwOnError: true }))), [refetch])
  const decree = held?.content === undefined ? null : { ...held.card, content: held.content }
  // It was there and is not any more: burned or hidden while it was read.
  const isTaken = query.data === 'there' && !query.isFetching && !decree
  return { decree, isLost: query.data === 'lost' || isTaken, query }
}
