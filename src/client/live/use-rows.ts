import { useCallback, useEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import { joinList, refetchQuietly } from './list/live-list.ts'
import { pageOf } from './list/pages.ts'
import { useList } from './list/use-list.ts'
import type { Stored } from './records.ts'
import type { Rows } from './rows.ts'

interface ListOf<T, F extends T> {
  /** Which list, with its filters. */
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

const everything = () => true
const idOf = ({ id }: Stored) => id

/** A list of rows with a cursor, PAGE.rows at a time, which pushed rows join. Read again whenever it is shown. */
export function useRows<T extends Stored, F extends T>(
  rows: Rows<T>,
  { key: names, fetch, cursorOf, fits = everything, placeOf = idOf, isSearch = false }: ListOf<T, F>,
) {
  const key = `rows: ${names.join(' ')}`
  const records = rows.use()
  const place = useCallback(
    (id: string) => {
      const row = records.get(id)
      return row && placeOf(row)
    },
    [records, placeOf],
  )
  const source = {
    key,
    fresh: 0,
    read: async (cursor: string | undefined, signal: AbortSignal) => {
      const page = await fetch(cursor, signal)
      rows.apply(page)
      const { next } = pageOf(page, PAGE.rows, cursorOf)
      return { rows: page.map(({ id }) => ({ id })), next }
    },
  }
  const held = useList(source, { placeOf: isSearch ? undefined : place, stays: true })
  usePushedRows(rows, key, isSearch)
  const list = useMemo(
    () => held.ids.flatMap((id) => records.get(id) ?? []).filter(fits),
    [held.ids, records, fits],
  )
  const none = list.length === 0
  return {
    list,
    loading: held.narrowing && none,
    failed: held.failed && none,
    empty: !held.narrowing && !held.failed && none,
    readAgain: held.readAgain,
    next: held.next,
  }
}

/** A search is repeated at most this often after pushes. */
const SEARCH_THROTTLE_MS = 2_000

/** Pushed rows join the list; of a search the server is asked what it finds now. */
function usePushedRows<T extends Stored>(rows: Rows<T>, key: string, isSearch: boolean): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const search = () => {
      timer = undefined
      refetchQuietly(key)
    }
    const stop = rows.onPush((id) => {
      if (isSearch) timer ??= setTimeout(search, SEARCH_THROTTLE_MS)
      else joinList(key, { id })
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [rows, key, isSearch])
}
