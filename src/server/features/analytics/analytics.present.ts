import { DEVICES, type Device, type RealtimeAnalyticsView } from '#contract/analytics.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import type { PageLogDocument, CounterDocument } from './analytics.model.ts'
import { beginOf } from './counters.ts'

/** Rows of the panel's lists (product section 2). */
export const TOP = 5

/** Active visitors of one country and device. */
export interface VisitorGroup {
  country: string
  device: Device
  users: number
}

export interface PageTotal {
  page: string
  views: number
}

/** The sum of a minute or hour. */
export type Sum = Pick<CounterDocument, 'at' | 'count'>

export interface RealtimeSums {
  groups: readonly VisitorGroup[]
  pages: readonly PageTotal[]
  minutes: readonly Sum[]
  hours: readonly Sum[]
  log: PageLogDocument['entries']
}

/** Minutes in the panel. */
export const WINDOW = 30
/** The start of the panel's period, and of yesterday. */
export const windowStart = (now: number): number => beginOf(MINUTE, now) - (WINDOW - 1) * MINUTE
export const yesterdayStart = (now: number): number => beginOf(DAY, now) - DAY

/** The realtime figures from their sums. */
export function presentRealtime(
  { groups, pages, minutes, hours, log }: RealtimeSums,
  now: Date,
): Omit<RealtimeAnalyticsView, 'performance' | 'reportsVersion'> {
  const countries = sums(groups, ({ country }) => country)
  const devices = sums(groups, ({ device }) => device)
  const from = windowStart(now.getTime())
  const views = series(minutes, from, MINUTE, WINDOW)
  const midnight = beginOf(DAY, now.getTime())
  return {
    activeUsers: groups.reduce((sum, { users }) => sum + users, 0),
    pageViews: views.reduce((sum, count) => sum + count, 0),
    topPages: topPages(pages),
    topCountries: [...countries]
      .map(([country, users]) => ({ country, users }))
      .sort((a, b) => b.users - a.users || compare(a.country, b.country))
      .slice(0, TOP),
    countries: countries.size,
    devices: DEVICES.flatMap((device) => ({ device, users: devices.get(device) ?? 0 })).filter(
      ({ users }) => users > 0,
    ),
    minutes: { from: new Date(from).toISOString(), views },
    hours: {
      today: series(hours, midnight, HOUR, now.getUTCHours() + 1),
      yesterday: series(hours, midnight - DAY, HOUR, 24),
    },
    log: log
      .filter(({ at }) => at.getTime() >= from)
      .toReversed()
      .map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    updatedAt: now.toISOString(),
  }
}

/** The most viewed pages, most first. */
export const topPages = (pages: readonly PageTotal[]): PageTotal[] =>
  pages.toSorted((a, b) => b.views - a.views || compare(a.page, b.page)).slice(0, TOP)

// Ties are ordered by name, so that equal figures always look equal.
const compare = (a: string, b: string): number => (a < b ? -1 : 1)

function series(sums: readonly Sum[], from: number, span: number, many: number): number[] {
  const counts = new Map(sums.map(({ at, count }) => [at?.getTime(), count]))
  return Array.from({ length: many }, (_, at) => counts.get(from + at * span) ?? 0)
}

function sums<K>(groups: readonly VisitorGroup[], keyOf: (group: VisitorGroup) => K): Map<K, number> {
  const found = new Map<K, number>()
  for (const group of groups) found.set(keyOf(group), (found.get(keyOf(group)) ?? 0) + group.users)
  return found
}
