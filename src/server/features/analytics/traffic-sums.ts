import { mongo } from 'mongoose'
import { sign } from '#server/platform/keys.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { beginOf, writeAll } from './counters.ts'
import { OTHER_PAGE } from './page-paths.ts'
import {
  DayVisitorModel,
  TrafficSumModel,
  type DayVisitorDocument,
  type TrafficFacts,
  type TrafficRow,
  type TrafficSumDocument,
  type TrafficSums,
} from './traffic.model.ts'

/**
 * Different combinations that one process counts in an hour (LIVE L17). Beyond the first number a new one
 * counts under the page 'other', beyond the second also under the source, beyond the third also under the
 * country 'other'. That leaves one for each device and event.
 */
const MOST_ROWS = [400, 600, 800] as const
/** Combinations that wait for a write; while the store is away for long, further ones count as 'other'. */
const MOST_WAITING = 5_000
/** Visitors of a day that one process remembers, and that wait for a write. */
const MOST_VISITORS = 50_000
/** Sums by minute are kept for two periods of 30 minutes. */
const MINUTES_KEPT = 65 * MINUTE
/** Sums by hour are kept for the hours of two days, and in case that days cannot be added up for a while. */
export const HOURS_KEPT = 8 * DAY

interface PendingRow {
  readonly facts: TrafficFacts
  readonly sums: TrafficSums
}

/** Rows by minute and by combination. */
let pending = new Map<number, Map<string, PendingRow>>()
let waiting = 0
let newcomers = new Map<string, { minute: number; facts: TrafficFacts }>()
const known = { hour: 0, rows: new Set<string>(), day: 0, visitors: new Set<string>() }

const keyOf = ({ page, country, device, source, event }: TrafficFacts): string =>
  `${page}|${country}|${device}|${source}|${event}`

/** Adds to the sums of a combination. */
export function addTraffic(facts: TrafficFacts, more: Partial<TrafficSums>, now: number): void {
  const minute = beginOf(MINUTE, now)
  const row = rowOf(minute, facts)
  row.views += more.views ?? 0
  row.visits += more.visits ?? 0
  row.visitors += more.visitors ?? 0
  row.events += more.events ?? 0
}

function rowOf(minute: number, wanted: TrafficFacts): TrafficSums {
  let rows = pending.get(minute)
  if (!rows) pending.set(minute, (rows = new Map()))
  let key = keyOf(wanted)
  const found = rows.get(key)
  if (found) return found.sums
  const facts = bounded(beginOf(HOUR, minute), key, wanted)
  if (facts !== wanted) key = keyOf(facts)
  let row = rows.get(key)
  if (!row) {
    waiting += 1
    rows.set(key, (row = { facts, sums: { views: 0, visits: 0, visitors: 0, events: 0 } }))
  }
  return row.sums
}

function bounded(hour: number, key: string, facts: TrafficFacts): TrafficFacts {
  if (known.hour < hour) Object.assign(known, { hour, rows: new Set() })
  if (waiting >= MOST_WAITING) return merged(facts, 3)
  // Of an earlier hour: it comes from a write that failed.
  if (hour < known.hour || known.rows.has(key)) return facts
  const level = MOST_ROWS.filter((most) => known.rows.size >= most).length
  if (level === 0) {
    known.rows.add(key)
    return facts
  }
  const wider = merged(facts, level)
  if (level < MOST_ROWS.length && !known.rows.has(keyOf(wider))) known.rows.add(keyOf(wider))
  return wider
}

/** A combination with 'other' in place of its page, its source, and its country. */
export const merged = (facts: TrafficFacts, level: number): TrafficFacts => ({
  ...facts,
  ...(level >= 1 && { page: OTHER_PAGE }),
  ...(level >= 2 && { source: OTHER_PAGE }),
  ...(level >= 3 && { country: OTHER_PAGE }),
})

/** Notes who had a page view; the store knows whether it was their first one of the day. */
export function recordVisitor(visitor: string, facts: TrafficFacts, now: number): void {
  const day = beginOf(DAY, now)
  if (known.day !== day) Object.assign(known, { day, visitors: new Set() })
  if (known.visitors.has(visitor) || newcomers.size >= MOST_VISITORS) return
  if (known.visitors.size < MOST_VISITORS) known.visitors.add(visitor)
  const id = dayVisitorId(visitor, day)
  if (!newcomers.has(id)) newcomers.set(id, { minute: beginOf(MINUTE, now), facts })
}

/** A visitor's id of one day. */
export const dayVisitorId = (visitor: string, day: number): string =>
  sign('visitors', `${day}|${visitor}`).slice(0, 22)

/** Writes what was collected; what fails waits for the next write, and rejects. */
export async function writeTraffic(): Promise<void> {
  const seen = newcomers
  newcomers = new Map()
  try {
    for (const id of await insertVisitors(seen)) {
      const { facts, minute } = seen.get(id)!
      addTraffic(facts, { visitors: 1 }, minute)
    }
  } catch (error) {
    newcomers = new Map([...seen, ...newcomers])
    throw error
  } finally {
    await writeRows()
  }
}

/** Returns the ids that were not there: their visitors are new today. */
async function insertVisitors(seen: ReadonlyMap<string, { minute: number }>): Promise<string[]> {
  if (seen.size === 0) return []
  const visitors = [...seen].map(([_id, { minute }]): DayVisitorDocument => ({
    _id,
    expiresAt: new Date(beginOf(DAY, minute) + DAY),
  }))
  try {
    await DayVisitorModel.collection.insertMany(visitors as never, { ordered: false })
    return visitors.map(({ _id }) => _id)
  } catch (error) {
    const refused = duplicatesOf(error)
    if (!refused) throw error
    return visitors.filter((_, at) => !refused.has(at)).map(({ _id }) => _id)
  }
}

const DUPLICATE = 11_000

/** The places of the duplicates in a bulk write; null when it failed for another reason. */
function duplicatesOf(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null
  const errors = [error.writeErrors].flat()
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE)
    ? new Set(errors.map(({ index }) => index))
    : null
}

async function writeRows(): Promise<void> {
  const taken = pending
  pending = new Map()
  waiting = 0
  const rows = [...taken].flatMap(([minute, ofMinute]) =>
    [...ofMinute.values()].map((row) => ({ ...row, minute })),
  )
  if (rows.length === 0) return
  try {
    await writeAll(
      TrafficSumModel,
      rows.flatMap(({ facts, sums, minute }) => [
        upsert('minute', minute, facts, sums),
        upsert('hour', beginOf(HOUR, minute), facts, sums),
      ]),
    )
  } catch (error) {
    for (const { facts, sums, minute } of rows) addTraffic(facts, sums, minute)
    throw error
  }
}

/** The id of a combination's sums in a minute or hour. */
export const trafficId = (span: TrafficSumDocument['span'], at: number, facts: TrafficFacts): string =>
  `${span}|${at}|${keyOf(facts)}`

/** When sums of this minute or hour expire. */
export const expiryOf = (span: TrafficSumDocument['span'], at: number): Date =>
  new Date(at + (span === 'minute' ? MINUTES_KEPT : HOURS_KEPT))

const upsert = (
  span: TrafficSumDocument['span'],
  at: number,
  facts: TrafficFacts,
  sums: TrafficSums,
): mongo.AnyBulkWriteOperation<TrafficSumDocument> => ({
  updateOne: {
    filter: { _id: trafficId(span, at, facts) },
    update: {
      $inc: { ...sums },
      $setOnInsert: { span, at: new Date(at), expiresAt: expiryOf(span, at), ...facts },
    },
    upsert: true,
  },
})

/** The largest rows of a day; the others are added up under 'other' until few enough are left. */
export function largestRows(rows: readonly TrafficRow[], most: number): TrafficRow[] {
  let kept = sizeOrder(rows)
  for (let level = 1; kept.length > most && level <= MOST_ROWS.length; level += 1) {
    const room = Math.floor(most * (1 - level / 10))
    kept = sizeOrder([
      ...kept.slice(0, room),
      ...kept.slice(room).map((row) => ({ ...row, ...merged(row, level) })),
    ])
  }
  return kept
}

/** Rows of the same combination added up, the largest first. */
function sizeOrder(rows: readonly TrafficRow[]): TrafficRow[] {
  const sums = new Map<string, TrafficRow>()
  for (const row of rows) {
    const same = sums.get(keyOf(row))
    sums.set(
      keyOf(row),
      same
        ? {
            ...same,
            views: same.views + row.views,
            visits: same.visits + row.visits,
            visitors: same.visitors + row.visitors,
            events: same.events + row.events,
          }
        : row,
    )
  }
  return [...sums.values()].sort((a, b) => b.views + b.events - (a.views + a.events))
}
