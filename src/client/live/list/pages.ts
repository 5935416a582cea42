/** A row of a list: what its records' store does not know comes with it. */
export interface Listed {
  readonly id: string
  /** Of one that has joined: it is shown wherever it belongs, until a fetched page has it. */
  readonly stays?: true
}

/** A fetched page. */
export interface Page<Row extends Listed> {
  readonly rows: readonly Row[]
  /** The cursor of the page after it; undefined: it is the last. */
  readonly next: string | undefined
}

/** What is held of a list. The fetched pages are never edited; all else has changed since they were requested. */
export interface Held<Row extends Listed> {
  readonly pages: readonly Page<Row>[]
  /** On the list without being in a fetched page, the last one first. */
  readonly joined: readonly Row[]
  /** New rows that wait until the reader asks for them, so that the list does not move. */
  readonly waiting: readonly string[]
  /** There are more new rows than `waiting`, or unknown ones between them and the list: it has to begin anew. */
  readonly gap: boolean
  /** In a fetched page, but no longer on the list. */
  readonly dropped: ReadonlySet<string>
  /**
   * How often other rows have come to belong to the list since it was read, without being new: a relation of the viewer
   * has changed, or something is shown again. What the next comparison adds is shown at once (LIVE L76, L82).
   */
  readonly rowChanges: number
}

export const EMPTY = {
  pages: [],
  joined: [],
  waiting: [],
  gap: false,
  dropped: new Set<string>(),
  rowChanges: 0,
} as const satisfies Held<Listed>

/** What orders a list, the highest first; undefined: the row is not known (any more). */
export type PlaceOf = (id: string) => string | undefined

/** With more new rows than this the list begins anew when the reader asks for them (LIVE L17). */
const MAX_WAITING = 60
/** At most so many rows stand among the fetched ones; others come with the next read (LIVE L17). */
const MAX_JOINED = 200

/** A fetched page of a list whose pages are full up to the last one. */
export const pageOf = <Row extends Listed>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => string | undefined,
): Page<Row> => {
  const last = rows.at(-1)
  return { rows, next: last && rows.length >= size ? cursorOf(last) : undefined }
}

/**
 * The rows to show, each once: without `placeOf` in the server's order. A row that has joined below what is loaded comes
 * with its own page: shown now, it would hide the gap before it (LIVE L62). `ascending`: the lowest place is first.
 */
export function rowsOf<Row extends Listed>(held: Held<Row>, placeOf?: PlaceOf, ascending = false): Row[] {
  const fetched = held.pages.flatMap(({ rows }) => rows).filter(({ id }) => !held.dropped.has(id))
  if (!placeOf) {
    const isWhole = held.pages.length > 0 && held.pages.at(-1)?.next === undefined
    // A row may have moved to a later page meanwhile.
    const known = new Set(fetched.map(({ id }) => id))
    const late = held.joined.filter(({ id, stays }) => (isWhole || stays) && !known.has(id))
    return once([...fetched, ...late.toReversed()])
  }
  const sign = ascending ? -1 : 1
  const reach = reachOf(held, placeOf)
  const isLoaded = ({ id, stays }: Row) =>
    stays || reach === '' || sign * compare(placeOf(id) ?? '', reach) >= 0
  return once([...held.joined.filter(isLoaded), ...fetched])
    .flatMap((row) => {
      const place = placeOf(row.id)
      return place === undefined ? [] : [{ row, place }]
    })
    .sort((a, b) => sign * (compare(b.place, a.place) || compare(b.row.id, a.row.id)))
    .map(({ row }) => row)
}

/** The waiting rows that the list does not show. An old one that was restored comes with its own page. */
export function newOnes(held: Held<Listed>, shown: readonly string[], placeOf: PlaceOf): string[] {
  const listed = new Set(shown)
  const reach = reachOf(held, placeOf) || '0'
  return held.waiting.filter((id) => !listed.has(id) && (placeOf(id) ?? '') >= reach)
}

/** The place up to which the list is here; '' when that is all of it. */
function reachOf({ pages }: Held<Listed>, placeOf: PlaceOf): string {
  if (pages.at(-1)?.next === undefined) return ''
  const lowest = pages.flatMap(({ rows }) => rows).findLast(({ id }) => placeOf(id) !== undefined)
  return lowest ? (placeOf(lowest.id) ?? '') : ''
}

type Change<Row extends Listed> = Partial<Held<Row>>

/**
 * Rows are on the list at once: copies, so that a read can tell them from those before its question. `most`: how many
 * stand among the fetched ones.
 */
export function join<Row extends Listed>(
  { joined, waiting }: Held<Row>,
  rows: readonly Row[],
  most = MAX_JOINED,
): Change<Row> {
  if (rows.length === 0) return {}
  const ids = new Set(rows.map(({ id }) => id))
  const others = joined.filter(({ id }) => !ids.has(id))
  return {
    joined: [...rows.map((row) => ({ ...row })), ...others].slice(0, most),
    waiting: without(waiting, ids),
  }
}

/** New rows were announced: they wait. */
export function announce(held: Held<Listed>, ids: readonly string[]): Change<Listed> {
  const known = new Set([...held.joined.map(({ id }) => id), ...held.waiting])
  const fresh = ids.filter((id) => !known.has(id))
  if (fresh.length === 0) return {}
  const waiting = [...fresh, ...held.waiting]
  return { waiting: waiting.slice(0, MAX_WAITING), gap: held.gap || waiting.length > MAX_WAITING }
}

/** The reader asks for the new rows. Null: there are too many, so the list has to be read from its beginning. */
export function shownWaiting({ joined, waiting, gap }: Held<Listed>): Change<Listed> | null {
  if (gap || joined.length + waiting.length > MAX_JOINED) return null
  return { joined: [...waiting.map((id) => ({ id })), ...joined], waiting: [] }
}

/** Takes these rows from the list. */
export function drop(held: Held<Listed>, ids: readonly string[]): Change<Listed> {
  if (ids.length === 0) return {}
  const gone = new Set(ids)
  return {
    joined: held.joined.filter(({ id }) => !gone.has(id)),
    waiting: without(held.waiting, gone),
    dropped: new Set([...held.dropped, ...ids]),
  }
}

/** Gives these rows back to the list: a mute has ended. */
export function restore({ dropped }: Held<Listed>, ids: readonly string[]): Change<Listed> {
  if (!ids.some((id) => dropped.has(id))) return {}
  return { dropped: minus(dropped, new Set(ids)) }
}

/**
 * All pages were read again: what had changed before the question came with them, or has gone. `before`: the list as it
 * was then.
 */
export function replaced<Row extends Listed>(
  now: Held<Row>,
  before: Held<Row>,
  pages: readonly Page<Row>[],
): Held<Row> {
  const fetched = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const since = new Set(joinedSince(now, before))
  return {
    pages,
    joined: now.joined.filter((row) => since.has(row) || (row.stays && !fetched.has(row.id))),
    waiting: without(now.waiting, new Set(before.waiting)),
    gap: now.gap && !before.gap,
    dropped: minus(now.dropped, before.dropped),
    rowChanges: changesSince(now, before),
  }
}

/** The rows that have joined since `before`. */
export const joinedSince = <Row extends Listed>(now: Held<Row>, before: Held<Row>): Row[] =>
  now.joined.filter((row) => !before.joined.includes(row))

/** How often other rows have come to belong to it since `before`; the list may have begun anew meanwhile. */
export const changesSince = (now: Held<Listed>, before: Held<Listed>): number =>
  Math.max(0, now.rowChanges - before.rowChanges)

const minus = (ids: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...ids].filter((id) => !others.has(id)))

const once = <Row extends Listed>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

const without = (ids: readonly string[], gone: ReadonlySet<string>): readonly string[] =>
  ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
