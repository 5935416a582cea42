import type { Topic } from '#contract/events.ts'
import { refetchOnSubscribe } from '../after-watch.ts'
import { createStore } from '../create-store.ts'
import { onReset, onResync, type ResyncCause } from '../registry.ts'
import { retried } from '../retried.ts'
import { isUnchangedSince } from '../watch.ts'
import { join, joinedSince, type Held, type Listed, type Page } from './pages.ts'

/** Declares a list: its name, how it is read, and what keeps it true. */
export interface ListSource<Row extends Listed> {
  /** Which list, with all that narrows it. */
  key: string
  /** Reads a page, the first one without a cursor: stores its records and answers its rows. Throws ApiError. */
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>
  /** A list that is shown again is read again when it is older than this, ms. */
  fresh: number
  /** What the server pushes about it while it is on screen. */
  topic?: Topic | undefined
  /**
   * Whether nothing in it has changed since it was requested (epoch ms), as far as the cause of a resync tells. Default:
   * nothing of its topic.
   */
  isUnchanged?: (cause: ResyncCause, askedAt: number) => boolean
}

/** A list as far as it is here. */
export interface ListState<Row extends Listed = Listed> extends Held<Row> {
  /** When its pages were requested, epoch ms; 0: they count as old. */
  readonly askedAt: number
  readonly isReading: boolean
  /** The last read of its pages has failed. */
  readonly hasFailed: boolean
  /** The page after those that are here. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export const NOTHING = {
  pages: [],
  joined: [],
  askedAt: 0,
  isReading: false,
  hasFailed: false,
  more: 'idle',
} as const satisfies ListState

/** Lists that stay in memory, so that Back shows them at once (LIVE L17). */
const MAX_LISTS = 40

interface Lists {
  lists: ReadonlyMap<string, ListState>
  /** Raised when the person changes: lists on screen begin anew. */
  epoch: number
}
export const useLists = createStore<Lists>(() => ({ lists: new Map(), epoch: 0 }))

/** A list on screen. */
interface OpenList {
  source: ListSource<Listed>
  /** Number of components that show it. */
  users: number
  closed: AbortController
  /** Its reads follow one another: each knows what the one before has brought. */
  turn: Promise<void>
  /** The next read of its pages, which waits for its turn. */
  waiting: Promise<void> | null
  /** When the read of its pages began that is under way, epoch ms; 0: none is. */
  askedAt: number
  /** The last read of the page after those that are here. */
  readingOn: Promise<void> | null
  endResync: () => void
}
const open = new Map<string, OpenList>()

const stateOf = (key: string): ListState => useLists.getState().lists.get(key) ?? NOTHING

const change = (key: string, part: Partial<ListState>): void =>
  useLists.setState(({ lists }) => {
    const next = new Map(lists)
    next.delete(key)
    next.set(key, { ...stateOf(key), ...part })
    const closed = [...next.keys()].filter((one) => one !== key && !open.has(one))
    for (const oldest of closed.slice(0, Math.max(0, next.size - MAX_LISTS))) next.delete(oldest)
    return { lists: next }
  })

/**
 * While it is open, a list takes part in every resync: all its pages are read again (LIVE L7), but right after `ready`
 * not when it is known to be unchanged (LIVE L4). Returns the function that closes it.
 */
export function openList<Row extends Listed>(source: ListSource<Row>): () => void {
  const list = open.get(source.key) ?? begin(source)
  list.users += 1
  return () => {
    list.users -= 1
    if (list.users === 0) end(list)
  }
}

function begin(source: ListSource<Listed>): OpenList {
  const { key, fresh } = source
  const { isUnchanged = ofTopic(source) } = source
  const catchUp = async (cause: ResyncCause) => {
    if (!isUnchanged(cause, stateOf(key).askedAt)) await readAgain(key)
  }
  const list: OpenList = {
    source,
    users: 0,
    closed: new AbortController(),
    turn: Promise.resolve(),
    waiting: null,
    askedAt: 0,
    readingOn: null,
    endResync: onResync(`list ${key}`, catchUp),
  }
  open.set(key, list)
  const { askedAt } = stateOf(key)
  if (askedAt === 0 || Date.now() - askedAt >= fresh) readQuietly(key)
  return list
}

const ofTopic =
  ({ topic }: ListSource<Listed>) =>
  ({ reason }: ResyncCause, askedAt: number): boolean =>
    reason === 'ready' && topic !== undefined && isUnchangedSince(`topic:${topic}`, askedAt)

function end(list: OpenList): void {
  const { key } = list.source
  list.closed.abort()
  list.endResync()
  if (open.get(key) !== list) return
  open.delete(key)
  const { isReading, more } = stateOf(key)
  // What it was being read for has not been done.
  if (isReading) change(key, { isReading: false, askedAt: 0 })
  if (more === 'loading') change(key, { more: 'idle' })
}

onReset(() => {
  for (const { closed } of open.values()) closed.abort()
  open.clear()
  useLists.setState(({ epoch }) => ({ lists: new Map(), epoch: epoch + 1 }))
})

/** Puts the first page of a server-rendered document into its list. `askedAt`: when it was read, epoch ms. */
export const seedList = <Row extends Listed>(key: string, page: Page<Row>, askedAt: number): void =>
  change(key, { ...NOTHING, pages: [page], askedAt })

/** A row was pushed: it stands at its place in a list that is open. */
export const joinList = (key: string, row: Listed): void => {
  if (open.has(key)) change(key, { joined: join(stateOf(key).joined, row) })
}

/** These lists have changed: they are read again, now or when they are shown. */
export function outdateLists(isMeant: (key: string) => boolean): void {
  for (const key of [...useLists.getState().lists.keys()].filter(isMeant)) {
    if (open.has(key)) readQuietly(key)
    else change(key, { askedAt: 0 })
  }
}

// Nothing tells what has happened to them meanwhile (LIVE L78).
onResync('closed lists', async () => outdateLists((key) => !open.has(key)))

/** The server pushes changes of the list from now on. */
export const listWatched = (key: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => Math.max(open.get(key)?.askedAt ?? 0, stateOf(key).askedAt),
    () => readAgain(key),
  )

/** Reads all pages of an open list again that are here, at least the first one. Throws ApiError. */
export function readAgain(key: string): Promise<void> {
  const list = open.get(key)
  if (!list) return Promise.resolve()
  list.waiting ??= inTurn(list, () => {
    // A request from here on would be newer than this answer.
    list.waiting = null
    return readPages(list)
  })
  return list.waiting
}

/** The same; a failure is shown by the list, and the next resync reads it. */
export const readQuietly = (key: string): void => void readAgain(key).catch(() => undefined)

function inTurn(list: OpenList, read: () => Promise<void>): Promise<void> {
  list.turn = list.turn.then(read, read)
  return list.turn
}

async function readPages(list: OpenList): Promise<void> {
  const { key } = list.source
  const before = stateOf(key)
  const askedAt = Date.now()
  list.askedAt = askedAt
  await whileOpen(
    list,
    { isReading: true, hasFailed: false },
    { isReading: false, hasFailed: true },
    async () => {
      const pages: Page<Listed>[] = []
      do pages.push(await readPage(list, pages.at(-1)?.next))
      while (pages.length < before.pages.length && pages.at(-1)?.next !== undefined)
      return { pages, askedAt, isReading: false, joined: joinedSince(stateOf(key).joined, before.joined) }
    },
  ).finally(() => {
    list.askedAt = 0
  })
}

/** Reads the next page of an open list. Throws ApiError. */
export function readOn(key: string): Promise<void> {
  const list = open.get(key)
  if (!list) return Promise.resolve()
  if (list.readingOn && stateOf(key).more === 'loading') return list.readingOn
  change(key, { more: 'loading' })
  list.readingOn = inTurn(list, () =>
    whileOpen(list, { more: 'loading' }, { more: 'failed' }, async () => {
      const { pages } = stateOf(key)
      const next = pages.at(-1)?.next
      if (next === undefined) return { more: 'idle' }
      const page = await readPage(list, next)
      return { pages: [...pages, page], more: 'idle' }
    }),
  )
  return list.readingOn
}

/** Whether an open list goes on after the pages that are here. */
export const hasMore = (key: string): boolean =>
  open.has(key) && stateOf(key).pages.at(-1)?.next !== undefined

const readPage = ({ source, closed: { signal } }: OpenList, cursor?: string): Promise<Page<Listed>> =>
  retried(() => source.read(cursor, signal), signal)

/** Nobody waits for the answer of a list that was closed meanwhile. */
async function whileOpen(
  { source: { key }, closed: { signal } }: OpenList,
  during: Partial<ListState>,
  failed: Partial<ListState>,
  read: () => Promise<Partial<ListState>>,
): Promise<void> {
  if (signal.aborted) return
  change(key, during)
  try {
    const answer = await read()
    if (!signal.aborted) change(key, answer)
  } catch (error) {
    if (signal.aborted) return
    change(key, failed)
    throw error
  }
}
