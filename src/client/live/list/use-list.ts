import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useWatchTopic } from '../watch.ts'
import { NOTHING, useLists, type ListState } from './list-state.ts'
import { listWatched, openList, fetchMore, refetchQuietly } from './live-list.ts'
import { rowsOf, type Listed, type PlaceOf } from './pages.ts'
import type { ListSource } from './fetch-pages.ts'

interface Options {
  /** The rows are in this order, and not in the server's. Must change when the places do, and only then. */
  placeOf?: PlaceOf | undefined
  /** By `placeOf`, the lowest first. */
  ascending?: boolean
  /** The rows of the list before stay until the narrowed one is here. */
  stays?: boolean
  /** The ids on screen, of a list whose new rows wait. Must be stable. */
  visible?: (() => readonly string[]) | undefined
}

/** The page after those that are here; fits `MoreRows` and `ListEnd`. */
export interface NextPage {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

/** A list on screen, up to date as long as it is there. */
export function useList<Row extends Listed>(
  source: ListSource<Row>,
  { placeOf, ascending = false, stays = false, visible }: Options = {},
) {
  const { key, topic } = source
  const epoch = useLists((state) => state.epoch)
  const openNow = useEffectEvent(() => openList(source, visible))
  useEffect(() => openNow(), [key, epoch])
  useWatchTopic(
    topic ?? null,
    useCallback((since: number) => listWatched(key, since), [key]),
  )
  const { pages, failure, isReading, more } = useListState(key)
  const isHere = pages.length > 0 || failure !== null
  const [lastHere, setLastHere] = useState(key)
  if (isHere && lastHere !== key) setLastHere(key)
  const shown = useListState<Row>(isHere || !stays ? key : lastHere)
  const rows = useMemo(() => rowsOf(shown, placeOf, ascending), [shown, placeOf, ascending])
  return {
    held: shown,
    rows,
    ids: useMemo(() => rows.map(({ id }) => id), [rows]),
    /** There is nothing to show yet. */
    loading: !isHere && shown.pages.length === 0,
    /** The rows are those of the list before, if they stay. */
    narrowing: !isHere,
    /** Nothing of it is here, because it could not be read. */
    failed: failure !== null && pages.length === 0,
    failure,
    busy: isReading || more === 'loading',
    readAgain: useCallback(() => refetchQuietly(key), [key]),
    next: {
      hasMore: pages.at(-1)?.next !== undefined,
      loading: more === 'loading',
      failed: more === 'failed',
      // The state of the list says so when it fails.
      onMore: useCallback(() => void fetchMore(key).catch(() => undefined), [key]),
    } satisfies NextPage,
  }
}

const useListState = <Row extends Listed>(key: string): ListState<Row> =>
  useLists(({ lists }) => lists.get(key) ?? NOTHING) as ListState<Row>
