import { announce, changesSince, drop, join, joinedSince, restore } from './pages.ts'
import type { Held, Listed, PlaceOf } from './pages.ts'

/** A fetched part of a list whose rows do not move under the reader. */
export interface Stretch {
  /** Rows below this place were requested; null for the head of the list. */
  before: string | null
  /** The answer, in the order of the list. */
  ids: readonly string[]
}

/** The list at the time of the request. */
export interface Asked extends Held<Listed> {
  /** Ids on the list. */
  listed: readonly string[]
}

/** What orders the rows, and how many a full page has. */
export interface Order {
  placeOf: PlaceOf
  size: number
}

/**
 * Compares the list with a fetched part (LIVE L1, L7): rows that are missing on the server are dropped. New ones wait;
 * those below the newest one on the list join it at once. A row that came after the request cannot be missing in the
 * answer, and one that left after it does not come back (LIVE L86).
 */
export function compared(
  now: Held<Listed>,
  asked: Asked,
  stretch: Stretch,
  { placeOf, size }: Order,
): Held<Listed> {
  const there = new Set(stretch.ids)
  const listed = new Set(asked.listed)
  const since = new Set(joinedSince(now, asked).map(({ id }) => id))
  const missing = [...asked.listed, ...asked.waiting].filter(
    (id) => !there.has(id) && !since.has(id) && isWithin(stretch, id, placeOf),
  )
  const hasLeft = (id: string) => now.dropped.has(id) && !asked.dropped.has(id)
  const fresh = stretch.ids.filter((id) => !listed.has(id) && placeOf(id) !== undefined && !hasLeft(id))
  const back = [...asked.dropped].filter((id) => there.has(id))
  const restored = { ...now, ...restore(now, back) }
  const next = { ...restored, ...drop(restored, missing) }
  if (isApart(stretch, asked.listed, size)) return { ...next, ...announce(next, fresh), gap: true }
  const newest = asked.listed.map((id) => placeOf(id) ?? '').reduce((a, b) => (a > b ? a : b), '')
  const joins = (id: string) => now.rowChanges > 0 || (newest !== '' && (placeOf(id) ?? '') < newest)
  const joining = new Set(next.joined.map(({ id }) => id))
  const rows = fresh.filter((id) => joins(id) && !joining.has(id)).map((id) => ({ id }))
  const joined = { ...next, ...join(next, rows) }
  const waiting = fresh.filter((id) => !joins(id))
  const after = { ...joined, ...announce(joined, waiting) }
  return stretch.before === null ? { ...after, rowChanges: changesSince(now, asked) } : after
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
