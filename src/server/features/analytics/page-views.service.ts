import type { AnyBulkWriteOperation } from 'mongoose'
import { logger } from '#server/platform/logger.ts'
import {
  ActiveVisitorModel,
  PageLogModel,
  PageMinuteModel,
  type ActiveVisitorDocument,
  type PageLogDocument,
  type PageMinuteDocument,
  CounterModel,
  type CounterKind,
} from './analytics.model.ts'
import { OTHER_PAGE, kindOfPage, pageOf } from './page-paths.ts'
import {
  MINUTE,
  beginOf,
  restoreCounters,
  sourceOf,
  drainCounters,
  countView,
  writeCounters,
  DAY,
  HOUR,
  counterId,
} from './counters.ts'
import type { Visitor } from './visitors.ts'

/** How long counts wait for company, ms. */
const GATHER = 1_000
/** Different pages counted between two writes; what is beyond is 'other' (LIVE L17). */
const MOST_PAGES = 500
const MOST_VISITORS = 50_000
/** Entries of the log, and how many of them one process adds at a time. */
const LOGGED = 20

type LogEntry = PageLogDocument['entries'][number]

let views = new Map<string, PageMinuteDocument>()
let visitors = new Map<string, ActiveVisitorDocument>()
let log: LogEntry[] = []
let timer: NodeJS.Timeout | null = null
let writing: Promise<void> = Promise.resolve()

/**
 * Counts a view of a page and that its visitor is here. Written within a second, by `$inc`, so that all
 * processes add up.
 * `referrer`: what led to a visit that begins with it; blank for nothing.
 */
export function recordPageView(visitor: Visitor, path: string, referrer?: string): void {
  const now = Date.now()
  const minute = beginOf(MINUTE, now)
  const page = pageOf(path)
  count(views.size < MOST_PAGES || views.has(idOf(minute, page)) ? page : OTHER_PAGE, minute, 1)
  countView(page, referrer === undefined ? undefined : sourceOf(referrer), now)
  log = [
    ...log,
    { at: new Date(now), country: visitor.country, device: visitor.device, kind: kindOfPage(page) },
  ].slice(-LOGGED)
  recordActivity(visitor)
}

/** Counts that a visitor is still here. */
export function recordActivity({ key, country, device }: Visitor): void {
  if (visitors.size < MOST_VISITORS || visitors.has(key))
    visitors.set(key, { _id: key, country, device, seenAt: new Date() })
  timer ??= setTimeout(() => void flushPageViews().catch(tryLater), GATHER).unref()
}

const idOf = (minute: number, page: string): string => `${minute}|${page}`

function count(page: string, minute: number, more: number): void {
  const _id = idOf(minute, page)
  views.set(_id, { _id, minute: new Date(minute), page, views: (views.get(_id)?.views ?? 0) + more })
}

/**
 * Writes what is counted so far, after what is being written. Rejects when the store does not take it; it is
 * kept then.
 */
export function flushPageViews(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  // Who waited for an earlier write has heard of its failure.
  writing = writing.then(write, write)
  return writing
}

async function write(): Promise<void> {
  const [counted, seen, logged, tallies] = [views, visitors, log, drainCounters()]
  views = new Map()
  visitors = new Map()
  log = []
  const written = await Promise.allSettled([
    writeViews([...counted.values()]),
    writeVisitors([...seen.values()]),
    writeCounters(tallies),
    writeLog(logged),
  ])
  const [viewsWritten, visitorsWritten, talliesWritten] = written
  if (viewsWritten.status === 'rejected')
    for (const one of counted.values()) count(one.page, one.minute.getTime(), one.views)
  if (visitorsWritten.status === 'rejected') visitors = new Map([...seen, ...visitors])
  if (talliesWritten.status === 'rejected') restoreCounters(tallies)
  const failed = written.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function writeViews(counted: readonly PageMinuteDocument[]): Promise<void> {
  const upserts = counted.map(
    ({ _id, minute, page, views: more }): AnyBulkWriteOperation<PageMinuteDocument> => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { views: more }, $setOnInsert: { minute, page } },
        upsert: true,
      },
    }),
  )
  if (upserts.length > 0) await PageMinuteModel.bulkWrite(upserts, { ordered: false })
}

/** The newest are kept, of all processes. */
async function writeLog(entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  await PageLogModel.updateOne(
    { _id: 'newest' },
    { $push: { entries: { $each: [...entries], $sort: { at: 1 }, $slice: -LOGGED } } },
    { upsert: true },
  )
}

async function writeVisitors(seen: readonly ActiveVisitorDocument[]): Promise<void> {
  const upserts = seen.map(({ _id, ...visitor }): AnyBulkWriteOperation<ActiveVisitorDocument> => ({
    updateOne: { filter: { _id }, update: { $set: visitor }, upsert: true },
  }))
  if (upserts.length > 0) await ActiveVisitorModel.bulkWrite(upserts, { ordered: false })
}

function tryLater(error: unknown): void {
  logger.warn({ err: error }, 'page views could not be written and wait')
  timer ??= setTimeout(() => void flushPageViews().catch(tryLater), MINUTE).unref()
}

/** Writes what is left at the end of the process; what the store does not take now is lost. */
export const closePageViews = (): Promise<void> =>
  flushPageViews()
    .catch((error: unknown) => logger.warn({ err: error }, 'the last page views could not be written'))
    .finally(() => timer && clearTimeout(timer))

/** Days that are added up anew; older ones are never shown. */
const DAYS = 2
/** An hour is looked at once nobody writes to it any more, ms. */
const SETTLED = 5 * MINUTE

/**
 * Adds up the page views of today and yesterday anew from their minutes, and raises every sum that is lower:
 * a store that took one write and not the other has left it behind. Sums that are higher stay: minutes of
 * pages whose people have gone are gone with them. Answers how many were looked at and raised.
 */
export async function recountViews(now = Date.now()): Promise<{ sums: number; corrected: number }> {
  await flushPageViews()
  const done = { sums: 0, corrected: 0 }
  for (let at = beginOf(DAY, now) - (DAYS - 1) * DAY; at + HOUR + SETTLED <= now; at += HOUR) {
    const [row] = await PageMinuteModel.aggregate<{ views: number }>([
      { $match: { minute: { $gte: new Date(at), $lt: new Date(at + HOUR) } } },
      { $group: { _id: null, views: { $sum: '$views' } } },
    ])
    if (!row) continue
    done.sums += 1
    if (await raiseTo('hour', at, '', row.views)) done.corrected += 1
  }
  return done
}

async function raiseTo(kind: CounterKind, at: number, name: string, count: number): Promise<boolean> {
  const { modifiedCount, upsertedCount } = await CounterModel.updateOne(
    { _id: counterId(kind, at, name) },
    { $max: { count }, $setOnInsert: { kind, at: new Date(at), name } },
    { upsert: true },
  )
  return modifiedCount + upsertedCount > 0
}
