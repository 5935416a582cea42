import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { UserView } from '#contract/people.ts'
import { applyPeople } from '#client/features/people/data/users/users.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'

interface PeopleSource {
  /** Name of the list; one list of a name is on screen at a time. */
  name: string
  /** The person or the search term of the list. */
  of: string
  /** The server fills each page with 20 rows: a shorter one is the last. */
  fetchPage: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<readonly (UserView & { cursor: string })[]>
  /** The list counts as fresh this long, ms: no push announces new rows. */
  fresh: number
}

/** A page of a list of people: their ids in the server's order. Fetched again with every resync (LIVE L7). */
export function usePeoplePages({ name, of, fetchPage, fresh }: PeopleSource) {
  const viewerId = useViewer()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['people', viewerId, name, of],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(pageParam, signal)
      applyPeople(page)
      return {
        ids: page.map(({ id }) => id),
        next: page.length < PAGE.people ? undefined : page.at(-1)?.cursor,
      }
    },
    getNextPageParam: ({ next }) => next,
    staleTime: fresh,
  })
  const { refetch, data } = query
  useEffect(
    () =>
      onResync(name, async () => {
        await refetch({ throwOnError: true })
      }),
    [name, refetch],
  )
  // A person may be on a later page now.
  const ids = useMemo(() => [...new Set(data?.pages.flatMap((page) => page.ids))], [data])
  return { query, ids }
}
