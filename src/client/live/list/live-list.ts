import { refetchOnSubscribe } from '../after-watch.ts'
import { onReset, onResync, type ResyncCause } from '../registry.ts'
import { isUnchangedSince } from '../watch.ts'
import {
  changeList,
  changeAll,
  changeHere,
  leaveScreen,
  NOTHING,
  onScreen,
  stateOf,
  useLists,
} from './list-state.ts'
import { join, shownWaiting, type Listed, type Page } from './pages.ts'
import {
  compareHead,
  compareVisible,
  fetchNext,
  fetchPages,
  type ListSource,
  type OpenList,
} from './fetch-pages.ts'

interface Taken extends OpenList {
  /** Its reads follow one another: each knows what the one before has brought. */
  turn: Promise<void>
  /** The next catch-up, which waits for its turn. */
  waiting: Promise<void> | null
  /** The last read of the page after those that are here. */
  readingOn: Promise<void> | null
  endResync: () => void
}
const open = new Map<string, Taken>()

/** Catch-ups of a list within this time share one: the subscription, a burst of new rows. ms. */
const DEBOUNCE_MS = 250

/**
 * While it is open, a list takes part in every resync (LIVE L7), but right after `ready` not when it is known to be
 * unchanged (LIVE L4). `visible`: the ids on screen. Returns the function that closes it.
 */
export function openList<Row extends Listed>(
  source: ListSource<Row>,
  visible: () => readonly string[] = () => [],
): () => void {
  const list = open.get(source.key) ?? begin(source)
  const view = () => visible()
  list.views.add(view)
  return () => {
    list.views.delete(view)
    if (list.views.size === 0) end(list)
  }
}

function begin(source: ListSource<Listed>): Taken {
  const { key, fresh, isUnchanged = ofTopic(source) } = source
  const list: Taken = {
    source,
    views: new Set(),
    closed: new AbortController(),
    askedAt: 0,
    turn: Promise.resolve(),
    waiting: null,
    readingOn: null,
    endResync: onResync(`list ${key}`, async (cause) => {
      // A read that is under way may fail.
      if (list.askedAt > 0 && isUnchanged(cause, list.askedAt)) await list.turn
      else if (!isUnchanged(cause, stateOf(key).askedAt)) await catchUp(key)
    }),
  }
  open.set(key, list)
  onScreen.add(key)
  // Every list on screen is in the store, so that changes of all lists reach it.
  const { askedAt } = stateOf(key)
  changeList(key, { askedAt })
  if (Date.now() - askedAt >= fresh) quietly(refetch(key))
  else if (askedAt === 0) quietly(catchUp(key))
  return list
}

const ofTopic =
  ({ topic }: ListSource<Listed>) =>
  ({ reason }: ResyncCause, askedAt: number): boolean =>
    reason === 'ready' && topic !== undefined && isUnchangedSince(`topic:${topic}`, askedAt)

function end(list: Taken): void {
  const { key } = list.source
  list.closed.abort()
  list.endResync()
  if (open.get(key) !== list) return
  open.delete(key)
  // What it was being read for has not been done.
  if (list.askedAt > 0 || list.waiting) changeList(key, { isReading: false, askedAt: 0 })
  if (stateOf(key).more === 'loading') changeList(key, { more: 'idle' })
  leaveScreen(key)
}

onReset(() => {
  for (const { closed } of open.values()) closed.abort()
  open.clear()
  onScreen.clear()
  useLists.setState(({ epoch }) => ({ lists: new Map(), epoch: epoch + 1 }))
})

/** Puts the first page of a server-rendered document into its list. `askedAt`: when it was read, epoch ms. */
export const seedList = <Row extends Listed>(key: string, page: Page<Row>, askedAt: number): void =>
  changeList(key, { ...NOTHING, pages: [page], askedAt })

/** A row was pushed: it stands at its place in a list that is here. */
export const joinList = (key: string, row: Listed): void => changeHere(key, (state) => join(state, [row]))

/** These lists have changed: they are read again, now or when they are shown. */
export function outdateLists(isMeant: (key: string) => boolean): void {
  for (const key of open.keys()) if (isMeant(key)) catchUpSoon(key)
  changeAll(
    (key) => isMeant(key) && !open.has(key),
    () => ({ askedAt: 0 }),
  )
}

/** All pages hear of it at the same moment: their reads are spread over this time, ms. */
const COMPARE_SPREAD_MS = 3_000
let comparing: ReturnType<typeof setTimeout> | null = null

/** Something is shown again. Lists about which nothing is pushed are read again, and show it at its place (LIVE L82). */
export function onListsChanged(): void {
  comparing ??= setTimeout(() => {
    comparing = null
    compareQuiet()
  }, Math.random() * COMPARE_SPREAD_MS)
}

function compareQuiet(): void {
  const isPushed = (key: string) => {
    const source = open.get(key)?.source
    return source !== undefined && (source.topic !== undefined || source.isUnchanged !== undefined)
  }
  changeAll(
    (key) => open.has(key) && !isPushed(key),
    ({ rowChanges }) => ({ rowChanges: rowChanges + 1 }),
  )
  outdateLists((key) => !isPushed(key))
}

// Nothing tells what has happened to them meanwhile (LIVE L78).
onResync('closed lists', async () => outdateLists((key) => !open.has(key)))

/** The server pushes changes of the list from now on. */
export const listWatched = (key: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => Math.max(open.get(key)?.askedAt ?? 0, stateOf(key).askedAt),
    () => catchUp(key, DEBOUNCE_MS),
  )

/** Catches up with what an open list has missed. Throws ApiError. */
export function catchUp(key: string, afterMs = 0): Promise<void> {
  const list = open.get(key)
  if (!list) return Promise.resolve()
  list.waiting ??= inTurn(list, async () => {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    // A request from here on would be newer than this answer.
    list.waiting = null
    const { waits } = list.source
    await (waits && stateOf(key).pages.length > 0 ? compareHead(list, waits) : fetchPages(list))
  })
  return list.waiting
}

/** Many calls within a moment share one. A failure is shown by the list, and the next resync reads it. */
export const catchUpSoon = (key: string): void => quietly(catchUp(key, DEBOUNCE_MS))

/** Reads all pages of an open list anew, at least the first one. Throws ApiError. */
export function refetch(key: string): Promise<void> {
  const list = open.get(key)
  return list ? inTurn(list, () => fetchPages(list)) : Promise.resolve()
}

const quietly = (read: Promise<void>): void => void read.catch(() => undefined)
export const refetchQuietly = (key: string): void => quietly(refetch(key))

function inTurn(list: Taken, read: () => Promise<void>): Promise<void> {
  list.turn = list.turn.then(read, read)
  return list.turn
}

/** Reads the next page of an open list. Throws ApiError. */
export function fetchMore(key: string): Promise<void> {
  const list = open.get(key)
  if (!list) return Promise.resolve()
  if (list.readingOn && stateOf(key).more === 'loading') return list.readingOn
  changeList(key, { more: 'loading' })
  list.readingOn = inTurn(list, () => fetchNext(list))
  return list.readingOn
}

/** Whether an open list goes on after the pages that are here. */
export const hasMore = (key: string): boolean =>
  open.has(key) && stateOf(key).pages.at(-1)?.next !== undefined

/** Compares the parts of an open list around those rows on screen that have to be read. Throws ApiError. */
export async function compareOnScreen(key: string, isWanted: (id: string) => boolean): Promise<void> {
  const list = open.get(key)
  const order = list?.source.waits
  if (list && order) await inTurn(list, () => compareVisible(list, order, isWanted))
}

/** Shows the waiting rows. With too many of them the list begins anew; when that fails, it says so. */
export async function showWaiting(key: string): Promise<void> {
  const shown = shownWaiting(stateOf(key))
  changeList(key, shown ?? NOTHING)
  if (!shown) await refetch(key).catch(() => undefined)
}
