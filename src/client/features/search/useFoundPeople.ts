import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchPeople } from '#client/entities/users/users.api.ts'
import { upsertPeople } from '#client/entities/users/users.store.ts'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'

/** What a search finds is fresh for two minutes (product section 9). ms. */
const FRESH = 120_000

/** The receipt of a search for people: their ids, in the server's order. Asked again with every resync (LIVE L7). */
export function useFoundPeople(words: string) {
  const viewerId = useViewer()?.id ?? null
  const query = useQuery({
    queryKey: ['people', viewerId, words],
    queryFn: async ({ signal }) => {
      const people = await fetchPeople(words, signal)
      upsertPeople(people)
      return people.map(({ id }) => id)
    },
    staleTime: FRESH,
  })
  const { refetch } = query
  useEffect(
    () =>
      onResync('found people', async () => {
        await refetch({ throwOnError: true })
      }),
    [refetch],
  )
  return query
}
