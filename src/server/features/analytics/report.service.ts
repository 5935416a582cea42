import { trusted, type PipelineStage } from 'mongoose'
import type { ReportQuery, ReportView } from '#contract/analytics.report.ts'
import type { Dimension } from '#contract/analytics.report.constants.ts'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { flushPageViews } from './page-views.service.ts'
import { periodBefore, periodOf, type Period } from './report-periods.ts'
import { mergedSums, presentReport, type PeriodSums } from './report.present.ts'
import { countedDays } from './traffic-days.ts'
import {
  NOT_RECORDED,
  PARTIAL_INDEX,
  TRAFFIC_INDEX,
  TrafficDayModel,
  TrafficSumModel,
  type TrafficDayDocument,
} from './traffic.model.ts'

/** Rows of a list that are read; fewer are shown. */
const MOST_ROWS = 500
/** Only reports of many days cost enough to be kept for a moment. */
const KEPT_MS = 5_000

/** Exported for tests, which cannot wait. */
export const reports = createReadCache<ReportView, ReportQuery>({
  name: 'analytics-reports',
  load: (_key, query) => load(query),
  max: 100,
  freshMs: KEPT_MS,
  keep: ({ span }) => span === 'day',
})

/** What people without an account ask for costs nothing more, however many they are. */
const sharedReports = createReadCache<ReportView, ReportQuery>({
  name: 'analytics-shared-reports',
  load: (_key, query) => report(query),
  max: 100,
  freshMs: KEPT_MS,
})

/** The figures of a range. Parallel calls share one read. */
export const report = (query: ReportQuery): Promise<ReportView> => reports.get(keyOf(query), query)

/** The same for tokens and shared links, up to five seconds old. */
export const sharedReport = (query: ReportQuery): Promise<ReportView> =>
  sharedReports.get(keyOf(query), query)

const keyOf = ({ range, from, to, page, country, device, source }: ReportQuery): string =>
  JSON.stringify([range, from, to, page, country, device, source])

async function load(query: ReportQuery): Promise<ReportView> {
  await flushPageViews()
  const now = clock.date()
  const period = periodOf(query, now.getTime())
  const { first, firstOpen } = await countedDays(now.getTime())
  const [sums, sumsBefore, partialUntil] = await Promise.all([
    sumsOf(period, query, firstOpen),
    sumsOf(periodBefore(period), query, firstOpen),
    lastPartialDay(),
  ])
  return presentReport({ query, period, sums, sumsBefore, countedSince: first, partialUntil, now })
}

/** The end of the last day whose sums have no country, device and source; null without such days. */
async function lastPartialDay(): Promise<number | null> {
  const day = await TrafficDayModel.findOne({ isPartial: true }, { _id: 1 })
    .hint(PARTIAL_INDEX)
    .sort({ _id: -1 })
    .lean<Pick<TrafficDayDocument, '_id'>>()
  return day && day._id.getTime() + DAY
}

/** Sums of a period: days that are over from their documents, the others from their hours. */
async function sumsOf(period: Period, query: ReportQuery, firstOpen: number): Promise<PeriodSums> {
  const { span, from, to } = period
  const filters = factsOf(query)
  if (span !== 'day') return mergedSums(await sumsOfHours(period, filters, rangeStage(span, from, to)))
  const parts = await Promise.all([
    from < firstOpen ? sumsOfDays(period, filters, Math.min(to, firstOpen)) : [],
    to > firstOpen ? sumsOfHours(period, filters, rangeStage('hour', Math.max(from, firstOpen), to)) : [],
  ])
  return mergedSums(parts.flat())
}

const sumsOfHours = (period: Period, filters: Filters, range: PipelineStage.Match) =>
  TrafficSumModel.aggregate<PeriodSums>([range, { $match: filters }, facetsOf(period)]).hint(TRAFFIC_INDEX)

/** Without a filter the lists of the days are enough; with one, all combinations are looked through. */
async function sumsOfDays(period: Period, filters: Filters, until: number): Promise<PeriodSums[]> {
  const range = { $gte: new Date(period.from), $lt: new Date(until) }
  if (Object.keys(filters).length === 0) {
    const days = await TrafficDayModel.find({ _id: trusted(range) }, { total: 1, lists: 1 })
      .hint({ _id: 1 })
      .lean<Pick<TrafficDayDocument, '_id' | 'total' | 'lists'>[]>()
    return days.map(({ _id, total, lists }) => ({
      ...lists,
      series: [{ _id, ...total }],
      events: lists.events.map((event) => ({ ...event, complete: event.total })),
    }))
  }
  const conditions = Object.entries(filters).map(([fact, value]) => ({
    $eq: [`$$this.${fact}`, { $literal: value }],
  }))
  return TrafficDayModel.aggregate<PeriodSums>([
    { $match: { _id: range } },
    { $project: { rows: { $filter: { input: '$rows', cond: { $and: conditions } } } } },
    { $unwind: '$rows' },
    { $replaceWith: { $mergeObjects: ['$rows', { at: '$_id' }] } },
    facetsOf(period),
  ])
}

const rangeStage = (span: 'minute' | 'hour', from: number, to: number): PipelineStage.Match => ({
  $match: { span, at: { $gte: new Date(from), $lt: new Date(to) } },
})

/** What the rows of a report have in common. */
type Filters = Partial<Record<Dimension, string>>

const factsOf = ({ page, country, device, source }: ReportQuery): Filters => ({
  ...(page !== undefined && { page: page === '/' ? '' : page }),
  ...(country !== undefined && { country }),
  ...(device !== undefined && { device }),
  ...(source !== undefined && { source }),
})

/** All lists and sums of a period from one pass over its rows. */
function facetsOf({ span, step, from, complete }: Period): PipelineStage.Facet {
  const sum = (field: string) => ({ $sum: `$${field}` })
  const recorded = (field: string) => ({ $match: { event: '', [field]: { $ne: NOT_RECORDED } } })
  const list = (field: string, by: string, sums: object) => [
    recorded(field),
    { $group: { _id: `$${field}`, ...sums } },
    { $match: { [by]: { $gt: 0 } } },
    { $sort: { [by]: -1 as const, _id: 1 as const } },
    { $limit: MOST_ROWS },
  ]
  return {
    $facet: {
      series: [
        {
          $group: {
            _id: { $dateTrunc: { date: '$at', unit: span } },
            views: sum('views'),
            visits: sum('visits'),
            visitors: sum('visitors'),
            events: sum('events'),
          },
        },
      ],
      pages: list('page', 'views', { views: sum('views') }),
      countries: list('country', 'views', { views: sum('views') }),
      devices: list('device', 'views', { views: sum('views') }),
      sources: list('source', 'visits', { visits: sum('visits'), views: sum('views') }),
      events: [
        { $match: { event: { $ne: '' } } },
        {
          $group: {
            _id: '$event',
            total: sum('events'),
            complete: {
              $sum: { $cond: [{ $lt: ['$at', new Date(from + complete * step)] }, '$events', 0] },
            },
          },
        },
        { $sort: { total: -1, _id: 1 } },
        { $limit: MOST_ROWS },
      ],
    },
  }
}
