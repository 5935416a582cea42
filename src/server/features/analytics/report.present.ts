import { REPORT } from '#contract/analytics.report.constants.ts'
import type { FigureView, ReportQuery, ReportView } from '#contract/analytics.report.ts'
import { periodBefore, type Period } from './report-periods.ts'
import { addedByName } from './traffic-days.ts'
import { NOT_RECORDED, type TrafficLists, type TrafficSums } from './traffic.model.ts'

/** The sums of a period by each fact. */
export interface PeriodSums extends Omit<TrafficLists, 'events'> {
  series: readonly ({ _id: Date } & TrafficSums)[]
  /** `complete`: without the running minute, hour or day. */
  events: readonly { _id: string; total: number; complete: number }[]
}

/** The sums of the parts of a period. */
export const mergedSums = (parts: readonly PeriodSums[]): PeriodSums => ({
  series: parts.flatMap(({ series }) => series),
  pages: addedByName(parts.flatMap(({ pages }) => pages)),
  countries: addedByName(parts.flatMap(({ countries }) => countries)),
  devices: addedByName(parts.flatMap(({ devices }) => devices)),
  sources: addedByName(parts.flatMap(({ sources }) => sources)),
  events: addedByName(parts.flatMap(({ events }) => events)),
})

interface ReportSums {
  query: ReportQuery
  period: Period
  sums: PeriodSums
  sumsBefore: PeriodSums
  /** The first day with sums. */
  countedSince: number
  /** End of the last day without country, device and source. */
  partialUntil: number | null
  now: Date
}

/** A report from its sums. */
export function presentReport({
  query,
  period,
  sums,
  sumsBefore,
  countedSince,
  partialUntil,
  now,
}: ReportSums): ReportView {
  const earlier = periodBefore(period)
  const recordedSince = partialUntil !== null && earlier.from < partialUntil ? partialUntil : null
  const isComparable = (field: keyof TrafficSums) =>
    earlier.from >= countedSince && (recordedSince === null || wasRecorded(field, query))
  const figure = (field: keyof TrafficSums): FigureView => {
    const [here, there] = [seriesOf(sums, period, field), seriesOf(sumsBefore, earlier, field)]
    return figureOf(
      { total: sum(here), complete: sum(here.slice(0, period.complete)) },
      { total: sum(there), complete: sum(there.slice(0, period.complete)) },
      isComparable(field),
    )
  }
  const iso = (at: number) => new Date(at).toISOString()
  return {
    span: period.span,
    from: iso(period.from),
    to: iso(period.to),
    before: iso(earlier.from),
    complete: period.complete,
    countedSince: iso(countedSince),
    recordedSince: recordedSince === null ? null : iso(recordedSince),
    views: figure('views'),
    visits: figure('visits'),
    visitors: period.span === 'minute' ? null : figure('visitors'),
    events: figure('events'),
    series: {
      views: seriesOf(sums, period, 'views'),
      before: seriesOf(sumsBefore, earlier, 'views'),
    },
    pages: top(sums.pages, 'views').map(({ _id, views }) => ({ page: _id === '' ? '/' : _id, views })),
    countries: top(sums.countries, 'views').map(({ _id, views }) => ({ country: _id, views })),
    devices: top(sums.devices, 'views').map(({ _id, views }) => ({ device: _id, views })),
    sources: top(sums.sources, 'visits').map(({ _id, visits, views }) => ({ source: _id, visits, views })),
    eventList: eventsOf(sums, sumsBefore, isComparable('events')),
    updatedAt: now.toISOString(),
  }
}

/**
 * Whether the sums without country, device and source know this one: views by page, and visits and events
 * without a filter.
 */
function wasRecorded(field: keyof TrafficSums, { page, country, device, source }: ReportQuery): boolean {
  if (field === 'visitors' || country !== undefined || device !== undefined || source !== undefined)
    return false
  return field === 'views' || page === undefined
}

/** The largest rows of what is known, those of the same size by name. */
const top = <K extends string, T extends { _id: string } & Record<K, number>>(
  rows: readonly T[],
  by: K,
): T[] =>
  rows
    .filter((row) => row._id !== NOT_RECORDED && row[by] > 0)
    .sort((a, b) => b[by] - a[by] || (a._id < b._id ? -1 : 1))
    .slice(0, REPORT.rows)

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

interface Totals {
  total: number
  /** Without the running minute, hour or day. */
  complete: number
}

const figureOf = (here: Totals, there: Totals, isComparable: boolean): FigureView => ({
  total: here.total,
  before: there.total,
  change: isComparable ? change(here.complete, there.complete) : null,
})

/** In per cent, with one decimal; null when there was nothing. */
const change = (here: number, there: number): number | null =>
  there === 0 ? null : Math.round(((here - there) / there) * 1000) / 10

function seriesOf({ series }: PeriodSums, { from, to, step }: Period, field: keyof TrafficSums): number[] {
  const values = new Map(series.map(({ _id, ...sums }) => [_id.getTime(), sums[field]]))
  return Array.from({ length: Math.round((to - from) / step) }, (_, at) => values.get(from + at * step) ?? 0)
}

function eventsOf(here: PeriodSums, there: PeriodSums, isComparable: boolean): ReportView['eventList'] {
  const nothing: Totals = { total: 0, complete: 0 }
  const earlier = new Map(there.events.map((event) => [event._id, event]))
  const known = new Set(here.events.map(({ _id }) => _id))
  const ended = there.events.filter(({ _id }) => !known.has(_id)).map(({ _id }) => ({ _id, ...nothing }))
  return [...here.events.toSorted((a, b) => b.total - a.total), ...ended].map((event) => {
    const [category = '', label = ''] = event._id.split('/')
    return { category, label, ...figureOf(event, earlier.get(event._id) ?? nothing, isComparable) }
  })
}
