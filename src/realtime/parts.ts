import type { RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { AdminStatsView } from '#contract/admin.ts'
import type { Device, RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** Who looks at pages, for the figures: nothing here leads back to a person or an address. */
export interface Visitor {
  /** The same one for the same person or browser, of a day. */
  readonly key: string
  /** ISO 3166 alpha-2, or 'Unknown'. */
  readonly country: string
  readonly device: Device
}

/**
 * What the live side needs of the house. `startServer` hands it in, because realtime knows no feature's
 * service.
 */
export interface GatewayParts {
  sessions: RequestHandler
  /** Null when the session is over. */
  readSession(id: string): Promise<SessionData | null>
  /** Null when there is no such account (any more). */
  loadViewer(id: string): Promise<Viewer | null>
  followeeIds(userId: string): Promise<readonly string[]>
  /**
   * Whether the one has written to the other or follows them: only then the other hears that they are online
   * or typing.
   */
  welcomes(personId: string, otherId: string): Promise<boolean>
  adminStats(): Promise<AdminStatsView>
  analytics: {
    /** Null for bots. */
    describeVisitor(request: { address: string; userAgent: string; userId: string | null }): Visitor | null
    /** `referrer`: what led to the visit that begins with it, blank for nothing. */
    recordPageView(visitor: Visitor, path: string, referrer?: string): void
    /** Still there, without a new page. */
    recordActivity(visitor: Visitor): void
    realtimeAnalytics(): Promise<RealtimeAnalyticsView>
  }
  monitorStatus(): Promise<MonitorStatusView>
}
