import type { SessionEntryView } from '#contract/account.settings.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { ProfileView } from '#contract/people.ts'

// What a row of every-event compares: views without what only the viewer or the moment knows, and lists after
// an event.
export const publicly = <T extends { viewer: unknown }>({ viewer: _, ...view }: T) => view
export const replaced = <T extends { id: string }>(list: readonly T[], one: T): T[] =>
  list.map((held) => (held.id === one.id ? one : held))
export const without = <T extends { id: string }>(list: readonly T[], { id }: { id: string }): T[] =>
  list.filter((held) => held.id !== id)

// The very answer that tells of a session sees it again.
export const unseen = ({ lastSeenAt: _, ...session }: SessionEntryView) => session
export const profileOf = ({ isFollowing: _, viewer: __, ...profile }: ProfileView) => profile
export const untimed = <T extends { updatedAt: string }>({ updatedAt: _, ...figures }: T) => figures
/** Without what a process measures of itself from moment to moment. */
export const unmeasured = ({ performance: _, ...snapshot }: RealtimeAnalyticsView) => untimed(snapshot)

export const unclocked = ({ lastUpdate: _, ...status }: MonitorStatusView) => status
