import { trusted } from 'mongoose'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { TEMPO } from '#contract/limits.ts'
import { ActiveVisitorModel, PageMinuteModel } from './analytics.model.ts'
import { presentRealtime, type PageTotal, type VisitorGroup } from './analytics.present.ts'
import { flushPageViews } from './page-views.service.ts'

let reading: Promise<RealtimeAnalyticsView> | null = null

/** The figures of now, of all server processes, from the store. Who asks at the same moment shares one read. */
export function realtimeAnalytics(): Promise<RealtimeAnalyticsView> {
  reading ??= read().finally(() => (reading = null))
  return reading
}

async function read(): Promise<RealtimeAnalyticsView> {
  await flushPageViews()
  const now = new Date()
  const [groups, pages] = await Promise.all([activeVisitors(now), viewedPages(now)])
  return presentRealtime(groups, pages, now)
}

/** People and visitors seen in the last 15 minutes: one range of an index. */
export const countActive = (now: Date): Promise<number> => ActiveVisitorModel.countDocuments({ seenAt: trusted({ $gt: new Date(now.getTime() - TEMPO.activeWindow) }) })

const activeVisitors = (now: Date) =>
  ActiveVisitorModel.aggregate<VisitorGroup>([
    { $match: { seenAt: { $gt: new Date(now.getTime() - TEMPO.activeWindow) } } },
    { $group: { _id: { country: '$country', device: '$device' }, users: { $sum: 1 } } },
    { $project: { _id: 0, country: '$_id.country', device: '$_id.device', users: 1 } },
  ])

const viewedPages = (now: Date) =>
  PageMinuteModel.aggregate<PageTotal>([
    { $match: { minute: { $gt: new Date(now.getTime() - TEMPO.pageViewWindow) } } },
    { $group: { _id: '$page', views: { $sum: '$views' } } },
    { $project: { _id: 0, page: '$_id', views: 1 } },
  ])
