import { announce, drop, join, restore, type Held, type Listed, type PlaceOf } from './pages.ts'

/** A fetched part of a list whose rows do not move under the reader. */
export interface Stretch {
  /** Rows below this place were requested; null for the head of the list. */
  before: string | null
  /** The answer, in the order of the list. */
  ids: readonly string[]
}

/** The list at the time of the request: a row that came later cannot be missing in the answer. */
export interface Asked {
  /** Ids on the list. */
  listed: readonly string[]
  /** Ids of waiting rows. */
  waiting: readonly string[]
}

/** What orders the rows, and how many a full page has. */
export interface Order {
  placeOf: PlaceOf
  size: number
}

/**
 * Compares the list with a fetched part (LIVE L1, L7): rows that are missing on the server are dropped. New ones wait;
 * those below the newest one on the list join it at once.
 */
export function compared(
  held: Held<Listed>,
  asked: Asked,
  stretch: Stretch,
  { placeOf, size }: Order,
): Held<Listed> {
  const there = new Set(stretch.ids)
  const listed = new Set(asked.listed)
  const missing = [...asked.listed, ...asked.waiting].filter(
    (id) => !there.has(id) && isWithin(stretch, id, placeOf),
  )
  const fresh = stretch.ids.filter((id) => !listed.has(id) && placeOf(id) !== undefined)
  const back = { ...held, ...restore(held, there) }
  const next = missing.length === 0 ? back : { ...back, ...drop(back, missing) }
  if (isApart(stretch, asked.listed, size)) return { ...next, ...announce(next, fresh), gap: true }
  const newest = asked.listed.map((id) => placeOf(id) ?? '').reduce((a, b) => (a > b ? a : b), '')
  const joins = (id: string) => held.expectsOthers || (newest !== '' && (placeOf(id) ?? '') < newest)
  const joining = new Set(next.joined.map(({ id }) => id))
  const rows = fresh.filter((id) => joins(id) && !joining.has(id)).map((id) => ({ id }))
  const joined = { ...next, ...join(next, rows) }
  const after = {
    ...joined,
    ...announce(
      joined,
      fresh.filter((id) => !joins(id)),
    ),
  }
  return stretch.before === null ? { ...after, expectsOthers: false } : after
}

/** Whether a row belongs to the fetched part by its place. An empty answer reaches to the end of the list. */
function isWithin(stretch: Stretch, id: string, placeOf: PlaceOf): boolean {
  const place = placeOf(id)
  if (place === undefined || (stretch.before !== null && place >= stretch.before)) return false
  const last = stretch.ids.at(-1)
  const end = last === undefined ? undefined : placeOf(last)
  return end === undefined || place >= end
}

// The fetched head has no row in common with the list: there are unknown rows between them, or below it.
const isApart = (stretch: Stretch, listed: readonly string[], size: number): boolean =>
  stretch.before === null &&
  stretch.ids.length >= (listed.length > 0 ? 1 : size) &&
  !stretch.ids.some((id) => listed.includes(id))
