import type { ReportQuery, ReportView } from '#contract/analytics.report.ts'
import { DIMENSIONS, RANGES, type Dimension, type Range } from '#contract/analytics.report.constants.ts'
import { countryName } from '#client/features/analytics/AnalyticsPanels.tsx'
import { dateFormat, mediumDate } from '#client/ui/locale.ts'

const DAY = 24 * 3600_000
const STEPS = { minute: 60_000, hour: 3600_000, day: DAY } as const

/** The query that the page's address names; anything else in it is the default. */
export function queryOf(params: URLSearchParams): ReportQuery {
  const range = RANGES.find((one) => one === params.get('range')) ?? '7d'
  const [from, to] = [params.get('from'), params.get('to')]
  const filters = Object.fromEntries(
    DIMENSIONS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
  if (range !== 'own') return { range, ...filters }
  return from && to ? { range, from, to, ...filters } : { range: '7d', ...filters }
}

/** The address of a query, without '?'. */
export function searchOf({ range, from, to, ...filters }: ReportQuery): string {
  const params = new URLSearchParams({ range })
  if (range === 'own') for (const [name, value] of Object.entries({ from, to })) params.set(name, value ?? '')
  for (const name of DIMENSIONS) if (filters[name] !== undefined) params.set(name, filters[name])
  return params.toString()
}

/** The filters of a query. */
export const filtersOf = (query: ReportQuery): { name: Dimension; value: string }[] =>
  DIMENSIONS.flatMap((name) => {
    const value = query[name]
    return value === undefined ? [] : [{ name, value }]
  })

/** The query with a filter, or without it when it is there already. */
export function toggled(query: ReportQuery, name: Dimension, value: string): ReportQuery {
  const { [name]: current, ...others } = query
  return current === value ? others : { ...others, [name]: value }
}

export const RANGE_NAMES: Record<Range, string> = {
  live: '30 min',
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  own: 'Dates',
}

/** The words for the period before. */
export const BEFORE: Record<Range, string> = {
  live: 'the 30 minutes before',
  today: 'the same hours yesterday',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  '90d': 'the 90 days before',
  own: 'as many days before',
}

/** A range in words. */
export const rangeWords = ({ range, from, to }: ReportQuery): string => {
  if (range === 'live') return 'Last 30 minutes'
  if (range === 'today') return 'Today'
  if (range !== 'own') return `Last ${RANGE_NAMES[range]}`
  const [first, last] = [mediumDate(Date.parse(from!), 'UTC'), mediumDate(Date.parse(to!), 'UTC')]
  return first === last ? first : `${first} to ${last}`
}

const SOURCES: Record<string, string> = { direct: 'Direct', other: 'Elsewhere', unknown: 'Unknown' }

/** What a row of a list is called. */
export function factName(dimension: Dimension, value: string): string {
  switch (dimension) {
    case 'page':
      return value === '/' ? 'Homepage' : value === 'other' ? 'Other pages' : value
    case 'country':
      return value === 'other' ? 'Elsewhere' : countryName(value)
    case 'device':
      return value.charAt(0).toUpperCase() + value.slice(1)
    case 'source':
      return SOURCES[value] ?? value
  }
}

const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
const dayAndHour = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The minutes, hours or days of a report, in UTC. */
export function timesOf({ span, from, to }: Pick<ReportView, 'span' | 'from' | 'to'>): string[] {
  const [begin, end, step] = [Date.parse(from), Date.parse(to), STEPS[span]]
  const format = span === 'day' ? dayAndMonth : end - begin > DAY ? dayAndHour : clock
  return Array.from({ length: Math.round((end - begin) / step) }, (_, at) => format(begin + at * step))
}

/** '+12.5 %', on one line. */
export const changeWords = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '\u{2212}' : '\u{B1}'}${Math.abs(change)}\u{A0}%`
