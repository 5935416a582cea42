import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { UserView } from '#contract/people.ts'
import { applyPeople } from '#client/features/people/data/users/users.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'

interface PeopleSource<Row> {
  /** Name of the list; one list of a name is on screen at a time. */
  name: string
  /** The person or the search term of the list. */
  of: string
  /** The server fills each page with 20 rows: a shorter one is the last. */
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<readonly Row[]>
  /** The list counts as fresh this long, ms: no push announces new rows. */
  fresh: number
}

/**
 * The pages of a list of people: the rows as they were fetched and their ids, in the server's order. Fetched
 * again with every resync (LIVE L7).
 */
export function usePeoplePages<Row extends UserView & { cursor: string }>({
  name,
  of,
  fetchPage,
  fresh,
}: PeopleSource<Row>) {
  const viewerId = useViewer()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['people', viewerId, name, of],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(pageParam, signal)
      applyPeople(page)
      return { rows: page, next: page.length < PAGE.people ? undefined : page.at(-1)?.cursor }
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
  const rows = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.rows.map((row) => [row.id, row]))).values()],
    [data],
  )
  return { query, rows, ids: useMemo(() => rows.map(({ id }) => id), [rows]) }
}
