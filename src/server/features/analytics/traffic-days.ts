import { trusted } from 'mongoose'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { sweep } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { beginOf } from './counters.ts'
import { OTHER_PAGE } from './page-paths.ts'
import {
  TRAFFIC_DAYS,
  TRAFFIC_INDEX,
  TrafficDayModel,
  TrafficSumModel,
  type TrafficDayDocument,
  type TrafficRow,
  type TrafficSumDocument,
  type TrafficSums,
} from './traffic.model.ts'
import { HOURS_KEPT, largestRows } from './traffic-sums.ts'

/** Combinations of a day that is over. */
const DAY_ROWS = 1_000
/** Rows of its lists; the rest is one row, 'other'. */
const LIST_ROWS = 300
/** A process may write late to the day that is over, ms. */
const SETTLED = 30 * MINUTE

definePeriodic({
  kind: 'traffic-days',
  does: 'Adds up the traffic of days that are over.',
  everyMs: HOUR / 2,
  run: ({ signal }) => closeDays({ signal }),
})

/** The first day with sums, and the first that is not added up yet: its sums are read from its hours. */
export async function countedDays(now = clock.now()): Promise<{ first: number; firstOpen: number }> {
  const [first, last] = await Promise.all([dayAtEnd(1), dayAtEnd(-1)])
  if (first !== null && last !== null) return { first, firstOpen: last + DAY }
  const day = (await dayOfFirstHour()) ?? beginOf(DAY, now)
  return { first: day, firstOpen: day }
}

async function dayOfFirstHour(): Promise<number | null> {
  const hour = await TrafficSumModel.findOne({ span: 'hour' }, { _id: 0, at: 1 })
    .hint(TRAFFIC_INDEX)
    .sort({ at: 1 })
    .lean<Pick<TrafficSumDocument, 'at'>>()
  return hour && beginOf(DAY, hour.at.getTime())
}

async function dayAtEnd(order: 1 | -1): Promise<number | null> {
  const day = await TrafficDayModel.findOne({}, { _id: 1 })
    .hint({ _id: 1 })
    .sort({ _id: order })
    .lean<Pick<TrafficDayDocument, '_id'>>()
  return day?._id.getTime() ?? null
}

/** Adds up the days that are over, one document each, and removes those that are too old. */
export async function closeDays({ now = clock.now(), signal }: { now?: number; signal?: AbortSignal } = {}) {
  const tooOld = { _id: trusted({ $lt: new Date(beginOf(DAY, now) - TRAFFIC_DAYS * DAY) }) }
  await TrafficDayModel.deleteMany(tooOld)
  await sweep(await daysToClose(now), closeDay, signal)
}

/** The days that are over and have no document yet: also one before the last document, which failed. */
async function daysToClose(now: number): Promise<number[]> {
  const [{ firstOpen }, firstHour] = await Promise.all([countedDays(now), dayOfFirstHour()])
  const from = Math.max(beginOf(DAY, now) - HOURS_KEPT, Math.min(firstOpen, firstHour ?? firstOpen))
  const closed = await TrafficDayModel.distinct('_id', { _id: trusted({ $gte: new Date(from) }) })
  const isClosed = new Set(closed.map((day) => day.getTime()))
  const days: number[] = []
  for (let day = from; day + DAY + SETTLED <= now; day += DAY) if (!isClosed.has(day)) days.push(day)
  return days
}

async function closeDay(day: number): Promise<void> {
  const rows = await TrafficSumModel.find(
    { span: 'hour', at: trusted({ $gte: new Date(day), $lt: new Date(day + DAY) }) },
    { _id: 0, span: 0, at: 0, expiresAt: 0 },
  )
    .hint(TRAFFIC_INDEX)
    .lean<TrafficRow[]>()
  const { _id, ...sums } = dayOfRows(day, rows)
  await TrafficDayModel.updateOne({ _id }, { $setOnInsert: sums }, { upsert: true })
}

/** The document of a day that is over. */
export function dayOfRows(day: number, rows: readonly TrafficRow[]): TrafficDayDocument {
  const [done, seen] = [rows.filter(({ event }) => event !== ''), rows.filter(({ event }) => event === '')]
  return {
    _id: new Date(day),
    total: totalOf(rows),
    lists: {
      pages: listOf(seen.map(({ page, views }) => ({ _id: page, views }))),
      countries: listOf(seen.map(({ country, views }) => ({ _id: country, views }))),
      devices: listOf(seen.map(({ device, views }) => ({ _id: device, views }))),
      sources: listOf(seen.map(({ source, visits, views }) => ({ _id: source, visits, views }))),
      events: listOf(done.map(({ event, events }) => ({ _id: event, total: events }))),
    },
    rows: largestRows(rows, DAY_ROWS),
  }
}

const totalOf = (rows: readonly TrafficRow[]): TrafficSums =>
  rows.reduce(
    (sum, { views, visits, visitors, events }) => ({
      views: sum.views + views,
      visits: sum.visits + visits,
      visitors: sum.visitors + visitors,
      events: sum.events + events,
    }),
    { views: 0, visits: 0, visitors: 0, events: 0 },
  )

/** Rows with the same name added up. */
export function addedByName<T extends { _id: string }>(rows: readonly T[]): T[] {
  const sums = new Map<string, Record<string, string | number>>()
  for (const row of rows) {
    const same = sums.get(row._id)
    if (!same) sums.set(row._id, { ...row })
    else
      for (const [name, count] of Object.entries(row))
        if (typeof count === 'number') same[name] = (same[name] as number) + count
  }
  return [...sums.values()] as T[]
}

/** Rows with the same name added up, the largest first, and the rest as 'other'. */
function listOf<T extends { _id: string }>(rows: readonly T[]): T[] {
  const size = ({ _id: _, ...counts }: T): number => Object.values<number>(counts as never)[0]!
  const list = addedByName(rows).sort((a, b) => size(b) - size(a))
  const rest = list.slice(LIST_ROWS).map((row) => ({ ...row, _id: OTHER_PAGE }))
  return addedByName([...list.slice(0, LIST_ROWS), ...rest])
}
