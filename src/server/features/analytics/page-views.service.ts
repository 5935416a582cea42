import type { mongo } from 'mongoose'
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
import { clock } from '#server/platform/clock.ts'
import { OTHER_PAGE, kindOfPage, pageOf } from './page-paths.ts'
import { MINUTE, DAY, HOUR } from '#server/platform/durations.ts'
import {
  beginOf,
  restoreCounters,
  sourceOf,
  drainCounters,
  countEvent,
  countView,
  writeAll,
  writeCounters,
  counterId,
} from './counters.ts'
import { recordAct, writeSteps } from './funnel-counts.ts'
import { recordPerson, writeRetention } from './retention-counts.ts'
import { addTraffic, recordVisitor, writeTraffic } from './traffic-sums.ts'
import type { Visitor } from './visitors.ts'

/** Counts are collected this long before a write, ms. */
const FLUSH_MS = 1_000
/** Different pages counted between two writes; further ones count as 'other' (LIVE L17). */
const MAX_PAGES = 500
const MAX_VISITORS = 50_000
/** Entries in the log, and the most that one process adds at a time. */
const LOGGED = 20

type LogEntry = PageLogDocument['entries'][number]

let views = new Map<string, PageMinuteDocument>()
let visitors = new Map<string, ActiveVisitorDocument>()
let log: LogEntry[] = []
let timer: NodeJS.Timeout | null = null
let writing: Promise<void> = Promise.resolve()

/** What is known of a visit while its connection lasts. */
export interface Visit {
  readonly page: string
  readonly source: string
}

interface PageView {
  path: string
  /** Given for the first view of a visit; blank for none. */
  referrer?: string
  /** The visit as of its last view. */
  visit?: Visit
  /** Whose account it is; missing for visitors. */
  personId?: string
}

/** The source of a view whose visit began before a reload or on another connection. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Counts a page view and marks its visitor as active. Written within a second by `$inc`, so that all
 * processes add up. Returns the visit, for its next view or event.
 */
export function recordPageView(visitor: Visitor, { path, referrer, visit, personId }: PageView): Visit {
  const now = clock.now()
  const minute = beginOf(MINUTE, now)
  const page = pageOf(path)
  const source = referrer === undefined ? undefined : sourceOf(referrer)
  count(views.size < MAX_PAGES || views.has(idOf(minute, page)) ? page : OTHER_PAGE, minute, 1)
  countView(page, source, now)
  log.push({ at: new Date(now), country: visitor.country, device: visitor.device, kind: kindOfPage(page) })
  if (log.length > LOGGED) log.shift()
  const current = { page, source: source ?? visit?.source ?? UNKNOWN_SOURCE }
  const facts = { ...current, country: visitor.country, device: visitor.device, event: '' }
  addTraffic(facts, { views: 1, visits: source === undefined ? 0 : 1 }, now)
  recordVisitor(visitor.key, facts, now)
  recordAct({ visitor: visitor.key, kind: 'page', name: page, at: now })
  if (personId !== undefined) recordPerson(personId, now)
  recordActivity(visitor)
  return current
}

/** Counts what a person has done. `name`: category and label, 'post/react'. */
export function recordEvent(visitor: Visitor, name: string, visit?: Visit): void {
  const now = clock.now()
  countEvent(name, now)
  const { country, device } = visitor
  const { page, source } = visit ?? { page: OTHER_PAGE, source: UNKNOWN_SOURCE }
  addTraffic({ page, source, country, device, event: name }, { events: 1 }, now)
  recordAct({ visitor: visitor.key, kind: 'event', name, at: now })
  recordActivity(visitor)
}

/** Marks a visitor as still active. */
export function recordActivity({ key, country, device }: Visitor): void {
  if (visitors.size < MAX_VISITORS || visitors.has(key))
    visitors.set(key, { _id: key, country, device, seenAt: clock.date() })
  timer ??= setTimeout(() => void flushPageViews().catch(tryLater), FLUSH_MS).unref()
}

const idOf = (minute: number, page: string): string => `${minute}|${page}`

function count(page: string, minute: number, more: number): void {
  const _id = idOf(minute, page)
  views.set(_id, { _id, minute: new Date(minute), page, views: (views.get(_id)?.views ?? 0) + more })
}

/**
 * Writes the collected counts after the running write. Rejects when the store fails; the counts are kept
 * then.
 */
export function flushPageViews(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  // The callers of the earlier write have got its error.
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
    writeTraffic(),
    writeRetention(),
    writeSteps(),
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
    ({ _id, minute, page, views: more }): mongo.AnyBulkWriteOperation<PageMinuteDocument> => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { views: more }, $setOnInsert: { minute, page } },
        upsert: true,
      },
    }),
  )
  await writeAll(PageMinuteModel, upserts)
}

/** Keeps the newest views of all processes. */
async function writeLog(entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  await PageLogModel.updateOne(
    { _id: 'newest' },
    { $push: { entries: { $each: [...entries], $sort: { at: 1 }, $slice: -LOGGED } } },
    { upsert: true },
  )
}

async function writeVisitors(seen: readonly ActiveVisitorDocument[]): Promise<void> {
  const upserts = seen.map(({ _id, ...visitor }): mongo.AnyBulkWriteOperation<ActiveVisitorDocument> => ({
    updateOne: { filter: { _id }, update: { $set: visitor }, upsert: true },
  }))
  await writeAll(ActiveVisitorModel, upserts)
}

function tryLater(error: unknown): void {
  logger.warn({ err: error }, 'page views could not be written and wait')
  timer ??= setTimeout(() => void flushPageViews().catch(tryLater), MINUTE).unref()
}

/** Writes the rest at the end of the process; lost when the store fails now. */
export const closePageViews = (): Promise<void> =>
  flushPageViews()
    .catch((error: unknown) => logger.warn({ err: error }, 'the last page views could not be written'))
    .finally(() => timer && clearTimeout(timer))

/** Days that are added up again; older ones are not shown. */
const DAYS = 2
/** An hour is checked when no process writes to it any more, ms. */
const SETTLED = 5 * MINUTE

/**
 * Adds up the page views of today and yesterday from their minutes, and raises every counter that is too low,
 * because the store took only one of two writes. Counters that are too high stay: the minutes of deleted
 * profiles are gone. Returns how many were checked and raised.
 */
export async function recountViews(now = clock.now()): Promise<{ sums: number; corrected: number }> {
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
