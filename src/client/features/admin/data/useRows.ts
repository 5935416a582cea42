import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import { onResync } from '#client/live/registry.ts'
import type { Stored } from '#client/live/records.ts'
import type { Rows } from './rows.store.ts'

interface ListOf<T, F extends T> {
  /** What is listed, and how it is narrowed: a list of its own for each. */
  key: readonly [name: string, ...narrowed: readonly string[]]
  fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<F[]>
  /** Where the list goes on after this fetched row. */
  cursorOf: (row: F) => string
  /** Whether a row belongs to this list, for those that come or change by push. Must be stable. */
  fits: (row: T) => boolean
}

/**
 * One of the dashboard's lists: its receipts, and above them what came by push. Read again with every resync
 * (LIVE L7).
 */
export function useRows<T extends Stored, F extends T>(
  rows: Rows<T>,
  { key, fetch, cursorOf, fits }: ListOf<T, F>,
) {
  const query = useInfiniteQuery({
    queryKey: ['admin', ...key],
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetch(pageParam, signal)
      rows.take(page)
      const last = page.at(-1)
      return {
        ids: page.map(({ id }) => id),
        next: last && page.length >= PAGE.admin ? cursorOf(last) : undefined,
      }
    },
    getNextPageParam: ({ next }) => next,
    // Narrowed further, the rows at hand that fit stay while the rest is asked for.
    placeholderData: (shown) => shown,
  })
  const { refetch } = query
  const [name] = key
  useEffect(
    () => onResync(`admin ${name}`, async () => void (await refetch({ throwOnError: true }))),
    [name, refetch],
  )
  const held = rows.use()
  const list = useMemo(() => {
    const ids = new Set([...held.fresh, ...(query.data?.pages.flatMap((page) => page.ids) ?? [])])
    return [...ids].flatMap((id) => held.records.get(id) ?? []).filter(fits)
  }, [held, query.data, fits])
  const asking = query.isPending || query.isPlaceholderData
  const none = list.length === 0
  return {
    query,
    list,
    loading: asking && none,
    empty: query.isSuccess && !asking && none,
    failed: query.isError && none,
  }
}
