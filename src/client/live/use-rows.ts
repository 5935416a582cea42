import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { Stored } from './records.ts'
import { onResync } from './registry.ts'
import type { Rows } from './rows.ts'

interface ListOf<T, F extends T> {
  /** Which list, with its filters. Each combination has a query of its own. */
  key: readonly [name: string, ...narrowed: readonly string[]]
  fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<F[]>
  /** The cursor after this fetched row. */
  cursorOf: (row: F) => string
  /** Whether a pushed row belongs to this list. Must be stable. Default: every row does. */
  fits?: (row: T) => boolean
  /** The list is a search result. Only the server knows what belongs to it, so a push causes a refetch. */
  isSearch?: boolean
}

/** A search is repeated at most this often after pushes. */
const SEARCH_THROTTLE_MS = 2_000

const everything = () => true

/**
 * A list with a cursor, PAGE.rows at a time: its fetched pages, and above them the pushed rows. Fetched again with every
 * resync (LIVE L7).
 */
export function useRows<T extends Stored, F extends T>(
  rows: Rows<T>,
  { key, fetch, cursorOf, fits = everything, isSearch = false }: ListOf<T, F>,
) {
  const query = useInfiniteQuery({
    queryKey: ['rows', ...key],
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetch(pageParam, signal)
      rows.apply(page)
      const last = page.at(-1)
      return {
        ids: page.map(({ id }) => id),
        next: last && page.length >= PAGE.rows ? cursorOf(last) : undefined,
      }
    },
    getNextPageParam: ({ next }) => next,
    // The current rows stay until a narrowed list has been fetched.
    placeholderData: (shown) => shown,
  })
  const { refetch } = query
  const [name] = key
  useEffect(
    () => onResync(`rows ${name}`, async () => void (await refetch({ throwOnError: true }))),
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
