import type { Topic } from '#contract/events.ts'
import type { ResyncCause } from '../registry.ts'
import { retried } from '../retried.ts'
import { compared, type Order } from './compared.ts'
import { changeList, stateOf, type ListState } from './list-state.ts'
import { replaced, rowsOf, type Listed, type Page } from './pages.ts'

/** Declares a list: its name, how it is read, and what keeps it true. */
export interface ListSource<Row extends Listed> {
  /** Which list, with all that narrows it. */
  key: string
  /** Reads a page, the first one without a cursor: stores its records and answers its rows. Throws ApiError. */
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>
  /** A list that is shown again is read anew when it is older than this, ms. */
  fresh: number
  /** What the server pushes about it while it is on screen. */
  topic?: Topic | undefined
  /**
   * Whether nothing in it has changed since it was requested (epoch ms), as far as the cause of a resync tells. Default:
   * nothing of its topic.
   */
  isUnchanged?: (cause: ResyncCause, askedAt: number) => boolean
  /**
   * New rows wait until the reader asks for them: the list does not move. It is compared with the server where it is on
   * screen, and the cursor of a page is the place of a row. Default: new rows join at once.
   */
  waits?: Order | undefined
}

/** A list on screen. */
export interface OpenList {
  source: ListSource<Listed>
  /** What shows it, each with the ids that are on screen. */
  views: Set<() => readonly string[]>
  closed: AbortController
  /** When the read of its head began that is under way, epoch ms; 0: none is. */
  askedAt: number
}

/** At most this many parts of a list are read to cover the screen. */
const MAX_STRETCHES = 3

/** Reads all pages again that are here, at least the first one. */
export async function fetchPages(list: OpenList): Promise<void> {
  const { key } = list.source
  const before = stateOf(key)
  list.askedAt = Date.now()
  const { askedAt } = list
  await whileOpen(
    list,
    { isReading: true, failure: null },
    (failure) => ({ isReading: false, failure }),
    async () => {
      const pages: Page<Listed>[] = []
      do pages.push(await fetchPage(list, pages.at(-1)?.next))
      while (pages.length < before.pages.length && pages.at(-1)?.next !== undefined)
      return { ...replaced(stateOf(key), before, pages), askedAt, isReading: false }
    },
  ).finally(() => {
    list.askedAt = 0
  })
}

/** Reads the page after those that are here. */
export const fetchNext = (list: OpenList): Promise<void> =>
  whileOpen(
    list,
    { more: 'loading' },
    () => ({ more: 'failed' }),
    async () => {
      const { pages } = stateOf(list.source.key)
      const next = pages.at(-1)?.next
      if (next === undefined) return { more: 'idle' }
      const page = await fetchPage(list, next)
      // The list has begun anew meanwhile.
      if (stateOf(list.source.key).pages !== pages) return { more: 'idle' }
      return { pages: [...pages, page], more: 'idle' }
    },
  )

const fetchPage = ({ source, closed: { signal } }: OpenList, cursor?: string): Promise<Page<Listed>> =>
  retried(() => source.read(cursor, signal), signal)

/** Nobody waits for the answer of a list that was closed meanwhile. */
async function whileOpen(
  { source: { key }, closed: { signal } }: OpenList,
  during: Partial<ListState>,
  failed: (error: unknown) => Partial<ListState>,
  read: () => Promise<Partial<ListState>>,
): Promise<void> {
  if (signal.aborted) return
  changeList(key, during)
  try {
    const answer = await read()
    if (!signal.aborted) changeList(key, answer)
  } catch (error) {
    if (signal.aborted) return
    changeList(key, failed(error))
    throw error
  }
}

/** Compares the head of a list with the server's, and what is on screen. */
export async function compareHead(list: OpenList, order: Order): Promise<void> {
  list.askedAt = Date.now()
  try {
    const head = await compare(list, order, null)
    // How fresh a row is does not matter: another part of the page may have read it, and it may have left this list.
    await compareVisible(list, order, (id) => !head.includes(id))
  } finally {
    list.askedAt = 0
  }
}

/** Compares the parts of a list around those rows on screen that have to be read. */
export async function compareVisible(
  list: OpenList,
  order: Order,
  isWanted: (id: string) => boolean,
): Promise<void> {
  const { placeOf } = order
  const read = new Set<string>()
  for (let stretches = 0; stretches < MAX_STRETCHES; stretches += 1) {
    const visible = [...list.views].flatMap((ids) => ids())
    const id = visible.find((one) => !read.has(one) && placeOf(one) !== undefined && isWanted(one))
    if (id === undefined) return
    const listed = listedIn(stateOf(list.source.key), order)
    const above = listed[listed.indexOf(id) - 1]
    const found = await compare(list, order, above === undefined ? null : (placeOf(above) ?? null))
    for (const one of [id, ...found]) read.add(one)
  }
}

const listedIn = (held: ListState, { placeOf }: Order): string[] => rowsOf(held, placeOf).map(({ id }) => id)

/** Compares the part of a list below a place; null: its head. Returns the ids in it. */
async function compare(list: OpenList, order: Order, before: string | null): Promise<string[]> {
  const { key, read } = list.source
  const { signal } = list.closed
  const asked = { ...stateOf(key), listed: listedIn(stateOf(key), order) }
  const askedAt = Date.now()
  const { rows } = await read(before ?? undefined, signal)
  signal.throwIfAborted()
  const ids = rows.map(({ id }) => id)
  const after = compared(stateOf(key), asked, { before, ids }, order)
  changeList(key, { ...after, ...(before === null && { askedAt }) })
  return ids
}
