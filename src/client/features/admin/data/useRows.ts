import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
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
  /**
   * Whether a row belongs to this list, for those that come or change by push. Must be stable. Without it all do.
   */
  fits?: (row: T) => boolean
  /** The list is the result of a search: only the server knows what belongs to it, and is asked after a push. */
  isSearch?: boolean
}

/** After a push a search is repeated at most this often. */
const SEARCH_THROTTLE_MS = 2_000

const everything = () => true

/**
 * One of the dashboard's lists: its fetched pages, and above them what came by push. Fetched again with every
 * resync (LIVE L7).
 */
export function useRows<T extends Stored, F extends T>(
  rows: Rows<T>,
  { key, fetch, cursorOf, fits = everything, isSearch = false }: ListOf<T, F>,
) {
  const query = useInfiniteQuery({
    queryKey: ['admin', ...key],
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetch(pageParam, signal)
      rows.apply(page)
      const last = page.at(-1)
      return {
        ids: page.map(({ id }) => id),
        next: last && page.length >= PAGE.admin ? cursorOf(last) : undefined,
      }
    },
    getNextPageParam: ({ next }) => next,
    // While a narrowed list is fetched, the rows before it stay.
    placeholderData: (shown) => shown,
  })
  const { refetch } = query
  const [name] = key
  useEffect(
    () => onResync(`admin ${name}`, async () => void (await refetch({ throwOnError: true }))),
    [name, refetch],
  )
  const current = rows.use()
  useRepeatedSearch(isSearch, current.pushes, refetch)
  const list = useMemo(() => {
    const ids = new Set([
      ...(isSearch ? [] : current.fresh),
      ...(query.data?.pages.flatMap((page) => page.ids) ?? []),
    ])
    return [...ids].flatMap((id) => current.records.get(id) ?? []).filter(fits)
  }, [current, query.data, fits, isSearch])
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

/** Asks the server again what a search finds, some time after a push. */
function useRepeatedSearch(isSearch: boolean, pushes: number, refetch: () => unknown): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const before = useRef(pushes)
  useEffect(() => {
    if (before.current === pushes) return
    before.current = pushes
    if (!isSearch) return
    timer.current ??= setTimeout(() => {
      timer.current = null
      refetch()
    }, SEARCH_THROTTLE_MS)
  }, [isSearch, pushes, refetch])
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
}
