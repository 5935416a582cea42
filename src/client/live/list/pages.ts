/** A row of a list: what its records' store does not know comes with it. */
export interface Listed {
  readonly id: string
}

/** A fetched page. */
export interface Page<Row extends Listed> {
  readonly rows: readonly Row[]
  /** The cursor of the page after it; undefined: it is the last. */
  readonly next: string | undefined
}

/** What is held of a list. The fetched pages are never edited. */
export interface Held<Row extends Listed> {
  readonly pages: readonly Page<Row>[]
  /** Pushed since the pages were requested, the last one first. */
  readonly joined: readonly Row[]
}

/** What orders a list, the highest first; undefined: the row is not known (any more). */
export type PlaceOf = (id: string) => string | undefined

/** At most so many pushed rows stand among the fetched ones; others come with the next read (LIVE L17). */
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
 * The rows to show, each once: without `placeOf` in the server's order. A pushed row below what is loaded comes with
 * its own page: shown now, it would hide the gap before it (LIVE L62).
 */
export function rowsOf<Row extends Listed>({ pages, joined }: Held<Row>, placeOf?: PlaceOf): Row[] {
  const fetched = pages.flatMap(({ rows }) => rows)
  // A row may have moved to a later page meanwhile.
  if (!placeOf) return [...new Map(fetched.map((row) => [row.id, row])).values()]
  const reach = pages.at(-1)?.next === undefined ? '' : lowestOf(fetched, placeOf)
  const above = joined.filter(({ id }) => (placeOf(id) ?? '') >= reach)
  return [...new Map([...above, ...fetched].map((row) => [row.id, row])).values()]
    .flatMap((row) => {
      const place = placeOf(row.id)
      return place === undefined ? [] : [{ row, place }]
    })
    .sort((a, b) => compare(b.place, a.place) || compare(b.row.id, a.row.id))
    .map(({ row }) => row)
}

/** A pushed row stands among the fetched ones from now on: a copy, so that a read can tell it from an earlier one. */
export const join = <Row extends Listed>(joined: readonly Row[], row: Row): Row[] =>
  [{ ...row }, ...joined.filter(({ id }) => id !== row.id)].slice(0, MAX_JOINED)

/** What was pushed before a read was requested came with it, or has gone without a push. */
export const joinedSince = <Row extends Listed>(joined: readonly Row[], before: readonly Row[]): Row[] =>
  joined.filter((row) => !before.includes(row))

function lowestOf(fetched: readonly Listed[], placeOf: PlaceOf): string {
  const lowest = fetched.findLast(({ id }) => placeOf(id) !== undefined)
  return lowest ? (placeOf(lowest.id) ?? '') : ''
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
