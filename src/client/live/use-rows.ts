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
  /** What orders the rows on the server, the highest first. Must be stable. Default: the id. */
  placeOf?: (row: T) => string
  /** The list is a search result. Only the server knows what belongs to it, so a push causes a refetch. */
  isSearch?: boolean
}

/** A search is repeated at most this often after pushes. */
const SEARCH_THROTTLE_MS = 2_000

const everything = () => true
const idOf = ({ id }: Stored) => id

/**
 * A list with a cursor, PAGE.rows at a time: its fetched pages, and the pushed rows at the places that a read gives them.
 * Fetched again with every resync (LIVE L7).
 */
export function useRows<T extends Stored, F extends T>(
  rows: Rows<T>,
  { key, fetch, cursorOf, fits = everything, placeOf = idOf, isSearch = false }: ListOf<T, F>,
) {
  const query = useInfiniteQuery({
    queryKey: ['rows', ...key],
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const pushes = rows.pushes()
      const page = await fetch(pageParam, signal)
      rows.apply(page)
      const last = page.at(-1)
      return {
        ids: page.map(({ id }) => id),
        pushes,
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
  const { data, hasNextPage } = query
  const list = useMemo(() => {
    const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => current.records.get(id) ?? [])
    const fetched = data?.pages.flatMap((page) => page.ids) ?? []
    if (isSearch) return rowsOf(fetched).filter(fits)
    // A pushed row below what is loaded comes with its own page.
    const last = hasNextPage ? rowsOf(fetched).at(-1) : undefined
    const isWithin = (row: T) => !last || placeOf(row) >= placeOf(last)
    // What was pushed before the read, and is not in it, has gone without a push.
    const since = data?.pages[0]?.pushes ?? 0
    const fresh = [...current.fresh].filter(([, push]) => push > since).map(([id]) => id)
    return rowsOf(new Set([...fresh, ...fetched]))
      .filter((row) => fits(row) && isWithin(row))
      .sort((a, b) => compare(placeOf(b), placeOf(a)) || compare(b.id, a.id))
  }, [current, data, hasNextPage, fits, placeOf, isSearch])
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

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
