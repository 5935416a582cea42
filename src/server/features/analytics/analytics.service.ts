import { trusted } from 'mongoose'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { TIMINGS } from '#contract/limits.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { measuredPerformance } from '#server/platform/vitals.ts'
import {
  ActiveVisitorModel,
  PageLogModel,
  PageMinuteModel,
  COUNTER_INDEX,
  CounterModel,
  type CounterKind,
} from './analytics.model.ts'
import {
  presentRealtime,
  windowStart,
  yesterdayStart,
  type PageTotal,
  type Sum,
  type VisitorGroup,
} from './analytics.present.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY, MINUTE } from '#server/platform/durations.ts'
import { flushPageViews } from './page-views.service.ts'
import { beginOf } from './counters.ts'
import { FunnelModel } from './funnels.model.ts'

const sharedRead = createSharedRead<RealtimeAnalyticsView>({ name: 'analytics-realtime', load })

/** The current figures of all processes, from the store. Parallel calls share one read. */
export const realtimeAnalytics = (): Promise<RealtimeAnalyticsView> => sharedRead.get()

async function load(): Promise<RealtimeAnalyticsView> {
  await flushPageViews()
  const now = clock.date()
  const [groups, pages, minutes, hours, events, log, funnels, performance] = await Promise.all([
    activeVisitors(now),
    viewedPages(now.getTime()),
    sumsSince('minute', windowStart(now.getTime())),
    sumsSince('hour', yesterdayStart(now.getTime())),
    sumsSince('event', beginOf(DAY, now.getTime())),
    PageLogModel.findById('newest').lean(),
    FunnelModel.find({}, { rev: 1 }).hint({ _id: 1 }).sort({ _id: 1 }).lean(),
    measuredPerformance(),
  ])
  const figures = presentRealtime({ groups, pages, minutes, hours, log: log?.entries ?? [] }, now)
  const total = (sums: readonly Sum[]) => sums.reduce((sum, { count }) => sum + count, 0)
  // All that a report adds up is views and events. The views of the last half hour also fall as time passes.
  const counted = [total(hours), total(events), figures.pageViews].join()
  const reportsVersion = [counted, ...funnels.map(({ _id, rev }) => `${_id.toHexString()}.${rev}`)].join(' ')
  return { ...figures, performance, reportsVersion }
}

/** Sums of minutes, hours or events since a moment: one index range, a few dozen at most. */
const sumsSince = (kind: CounterKind, from: number) =>
  CounterModel.find({ kind, at: trusted({ $gte: new Date(from) }) }, { _id: 0, at: 1, count: 1 })
    .hint(COUNTER_INDEX)
    .lean<Sum[]>()

/** Visitors of the last 15 minutes: one index range. */
export const countActive = (now: Date): Promise<number> =>
  ActiveVisitorModel.countDocuments({
    seenAt: trusted({ $gt: new Date(now.getTime() - TIMINGS.activeWindow) }),
  })

const activeVisitors = (now: Date) =>
  ActiveVisitorModel.aggregate<VisitorGroup>([
    { $match: { seenAt: { $gt: new Date(now.getTime() - TIMINGS.activeWindow) } } },
    { $group: { _id: { country: '$country', device: '$device' }, users: { $sum: 1 } } },
    { $project: { _id: 0, country: '$_id.country', device: '$_id.device', users: 1 } },
  ])

/** Views by page of past minutes: added up once, not every second. */
let closed: { from: number; until: number; pages: ReadonlyMap<string, number> } | null = null

async function viewedPages(now: number): Promise<PageTotal[]> {
  const from = windowStart(now)
  // Other processes may still write to the minute before this one.
  const until = beginOf(MINUTE, now) - MINUTE
  if (closed?.from !== from) closed = { from, until, pages: await viewsBetween(from, until) }
  const totals = new Map(closed.pages)
  for (const [page, views] of await viewsBetween(closed.until, now + MINUTE))
    totals.set(page, (totals.get(page) ?? 0) + views)
  return [...totals].map(([page, views]) => ({ page, views }))
}

async function viewsBetween(from: number, until: number): Promise<Map<string, number>> {
  const rows = await PageMinuteModel.aggregate<PageTotal>([
    { $match: { minute: { $gte: new Date(from), $lt: new Date(until) } } },
    { $group: { _id: '$page', views: { $sum: '$views' } } },
    { $project: { _id: 0, page: '$_id', views: 1 } },
  ])
  return new Map(rows.map(({ page, views }) => [page, views]))
}
