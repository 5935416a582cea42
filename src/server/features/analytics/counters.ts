import type { ClientSession, mongo } from 'mongoose'
import { DAY, HOUR, MINUTE, WEEK } from '#server/platform/durations.ts'
import { CounterModel, type CounterDocument, type CounterKind } from './analytics.model.ts'
import { OTHER_PAGE, postOfPage } from './page-paths.ts'

/** The start of the minute, hour or day (UTC) of a moment. */
export const beginOf = (span: number, moment: number): number => moment - (moment % span)

/** The Monday (midnight UTC) of a moment's week. The first day of Unix time was a Thursday. */
export const weekOf = (moment: number): number => moment - ((moment + 3 * DAY) % WEEK)

/** Different names of a kind that one process counts in a day; further ones count as 'other' (LIVE L17). */
const MAX_NAMES: Partial<Record<CounterKind, number>> = { page: 20_000, post: 20_000, source: 200 }

let pending = new Map<string, CounterDocument>()
const known = { day: 0, names: new Map<CounterKind, Set<string>>() }

export const counterId = (kind: CounterKind, at: number | undefined, name: string): string =>
  `${kind}|${at ?? ''}|${name}`

/** Counts a page view in all its counters. `source` is given for the first view of a visit. */
export function countView(page: string, source: string | undefined, now: number): void {
  const day = beginOf(DAY, now)
  add('minute', beginOf(MINUTE, now), '')
  add('hour', beginOf(HOUR, now), '')
  add('page', day, bounded('page', day, page))
  add('total', undefined, '')
  const post = postOfPage(page)
  if (post) add('post', day, bounded('post', day, post))
  if (source !== undefined) add('source', day, bounded('source', day, source))
}

/** Counts what a person has done; the contract names all kinds of it. */
export const countEvent = (name: string, now: number): void => add('event', beginOf(DAY, now), name)

function add(kind: CounterKind, at: number | undefined, name: string, more = 1): void {
  const _id = counterId(kind, at, name)
  const count = (pending.get(_id)?.count ?? 0) + more
  pending.set(_id, { _id, kind, ...(at !== undefined && { at: new Date(at) }), name, count })
}

function bounded(kind: CounterKind, day: number, name: string): string {
  if (known.day !== day) Object.assign(known, { day, names: new Map() })
  const names = known.names.get(kind) ?? new Set()
  known.names.set(kind, names)
  if (names.has(name)) return name
  if (names.size >= (MAX_NAMES[kind] ?? Infinity)) return OTHER_PAGE
  names.add(name)
  return name
}

/** Takes the counters collected so far; the caller writes them or restores them. */
export function drainCounters(): readonly CounterDocument[] {
  const taken = [...pending.values()]
  pending = new Map()
  return taken
}

/** Restores counters that could not be written. */
export const restoreCounters = (tallies: readonly CounterDocument[]): void =>
  tallies.forEach(({ kind, at, name, count }) => add(kind, at?.getTime(), name, count))

/** Writes many documents by the driver: Mongoose's casts would cost more than everything else of a page view. */
export async function writeAll<D extends { _id: string }>(
  model: { readonly collection: object },
  operations: mongo.AnyBulkWriteOperation<D>[],
  session?: ClientSession,
): Promise<void> {
  const collection = model.collection as mongo.Collection<D>
  if (operations.length > 0)
    await collection.bulkWrite(operations, { ordered: false, ...(session && { session }) })
}

/** Adds to the stored counters, so that all processes add up. */
export async function writeCounters(tallies: readonly CounterDocument[]): Promise<void> {
  const upserts = tallies.map(({ _id, count, ...facts }): mongo.AnyBulkWriteOperation<CounterDocument> => ({
    updateOne: { filter: { _id }, update: { $inc: { count }, $setOnInsert: facts }, upsert: true },
  }))
  await writeAll(CounterModel, upserts)
}

const HOST = /^https?:\/\/(?:www\.)?([a-z0-9.-]{1,100})(?:[:/]|$)/i

/** The source of a visit from its referrer: a host, 'direct' without one, 'other' for an invalid one. */
export const sourceOf = (referrer: string): string =>
  referrer === '' ? 'direct' : (HOST.exec(referrer)?.[1]?.toLowerCase() ?? OTHER_PAGE)
