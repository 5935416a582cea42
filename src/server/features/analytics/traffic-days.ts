import { trusted } from 'mongoose'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { DAY, HOUR, MINUTE, beginOf } from './counters.ts'
import {
  TRAFFIC_DAYS,
  TRAFFIC_INDEX,
  TrafficDayModel,
  TrafficSumModel,
  type TrafficDayDocument,
  type TrafficRow,
  type TrafficSumDocument,
} from './traffic.model.ts'
import { HOURS_KEPT, largestRows } from './traffic-sums.ts'

/** Combinations of a day that is over. */
export const DAY_ROWS = 500
/** A process may write late to the day that is over, ms. */
const SETTLED = 30 * MINUTE

definePeriodic({ kind: 'traffic-days', everyMs: HOUR / 2, run: ({ signal }) => closeDays({ signal }) })

/** The first day with sums, and the first that is not added up yet: its sums are read from its hours. */
export async function countedDays(now = Date.now()): Promise<{ first: number; firstOpen: number }> {
  const [first, last] = await Promise.all([dayAtEnd(1), dayAtEnd(-1)])
  if (first !== null && last !== null) return { first, firstOpen: last + DAY }
  const hour = await TrafficSumModel.findOne({ span: 'hour' }, { _id: 0, at: 1 })
    .hint(TRAFFIC_INDEX)
    .sort({ at: 1 })
    .lean<Pick<TrafficSumDocument, 'at'>>()
  const day = beginOf(DAY, hour?.at.getTime() ?? now)
  return { first: day, firstOpen: day }
}

async function dayAtEnd(order: 1 | -1): Promise<number | null> {
  const day = await TrafficDayModel.findOne({}, { _id: 1 })
    .hint({ _id: 1 })
    .sort({ _id: order })
    .lean<Pick<TrafficDayDocument, '_id'>>()
  return day?._id.getTime() ?? null
}

/** Adds up the days that are over, one document each, and removes those that are too old. */
export async function closeDays({ now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {}) {
  const oldest = beginOf(DAY, now) - HOURS_KEPT
  const { firstOpen } = await countedDays(now)
  for (let day = Math.max(firstOpen, oldest); day + DAY + SETTLED <= now && !signal?.aborted; day += DAY)
    await closeDay(day)
  await TrafficDayModel.deleteMany({
    _id: trusted({ $lt: new Date(beginOf(DAY, now) - TRAFFIC_DAYS * DAY) }),
  })
}

async function closeDay(day: number): Promise<void> {
  const rows = await TrafficSumModel.find(
    { span: 'hour', at: trusted({ $gte: new Date(day), $lt: new Date(day + DAY) }) },
    { _id: 0, span: 0, at: 0, expiresAt: 0 },
  )
    .hint(TRAFFIC_INDEX)
    .lean<TrafficRow[]>()
  const _id = new Date(day)
  await TrafficDayModel.updateOne(
    { _id },
    { $setOnInsert: { rows: largestRows(rows, DAY_ROWS) } },
    { upsert: true },
  )
}
