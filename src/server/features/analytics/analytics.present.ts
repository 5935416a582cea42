import { DEVICES, type Device, type RealtimeAnalyticsView } from '#contract/analytics.ts'

/** Rows the panel's lists show (product section 2). */
const TOP = 5

/** How many active people there are of each country and device. */
export interface VisitorGroup {
  country: string
  device: Device
  users: number
}

export interface PageTotal {
  page: string
  views: number
}

/** The realtime figures from their sums. */
export function presentRealtime(groups: readonly VisitorGroup[], pages: readonly PageTotal[], now: Date): RealtimeAnalyticsView {
  const countries = sums(groups, ({ country }) => country)
  const devices = sums(groups, ({ device }) => device)
  return {
    activeUsers: groups.reduce((sum, { users }) => sum + users, 0),
    pageViews: pages.reduce((sum, { views }) => sum + views, 0),
    topPages: pages.toSorted((a, b) => b.views - a.views || compare(a.page, b.page)).slice(0, TOP),
    topCountries: [...countries]
      .map(([country, users]) => ({ country, users }))
      .sort((a, b) => b.users - a.users || compare(a.country, b.country))
      .slice(0, TOP),
    countries: countries.size,
    devices: DEVICES.flatMap((device) => ({ device, users: devices.get(device) ?? 0 })).filter(({ users }) => users > 0),
    updatedAt: now.toISOString(),
  }
}

// Equal figures always look equal: ties go by name.
const compare = (a: string, b: string): number => (a < b ? -1 : 1)

function sums<K>(groups: readonly VisitorGroup[], keyOf: (group: VisitorGroup) => K): Map<K, number> {
  const found = new Map<K, number>()
  for (const group of groups) found.set(keyOf(group), (found.get(keyOf(group)) ?? 0) + group.users)
  return found
}
