import type { SessionEntryView } from '#contract/account.settings.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { ServerMapView } from '#contract/monitor.server-map.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { ProfileView } from '#contract/people.ts'

// What every-event.test.ts compares: views without the viewer's part or momentary values, and lists after an
// event.
export const publicly = <T extends { viewer: unknown }>({ viewer: _, ...view }: T) => view
export const replaced = <T extends { id: string }>(list: readonly T[], one: T): T[] =>
  list.map((held) => (held.id === one.id ? one : held))
export const without = <T extends { id: string }>(list: readonly T[], { id }: { id: string }): T[] =>
  list.filter((held) => held.id !== id)

// The answer itself updates the session's last use.
export const unseen = ({ lastSeenAt: _, ...session }: SessionEntryView) => session
export const profileOf = ({ isFollowing: _, viewer: __, ...profile }: ProfileView) => profile
export const untimed = <T extends { updatedAt: string }>({ updatedAt: _, ...figures }: T) => figures
/** Without a process's momentary measurements. */
export const unmeasured = ({ performance: _, ...snapshot }: RealtimeAnalyticsView) => untimed(snapshot)

/** The post's counters and its rev change with the reactions of a deleted account: `post:updated` says so. */
export const withoutAbout = ({ about: _, ...notification }: NotificationView) => notification

export const unclocked = ({ lastUpdate: _, ...status }: MonitorStatusView) => status

/** Without the values that each look at the rules measures anew. */
export const unvalued = (view: AlertsView) => {
  const { rules, ...rest } = untimed(view)
  return { ...rest, rules: rules.map(({ value: _, ...rule }) => rule) }
}

/** The processes alone, without their momentary measurements. */
export const unflowing = ({ pipes }: ServerMapView) =>
  pipes.map(({ id, name, startedAt }) => ({ id, name, startedAt }))
