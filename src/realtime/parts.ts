import type { RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { AdminStatsView } from '#contract/admin.ts'
import type { Device, RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { PendingView } from '#contract/moderation.ts'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { ServerMapView } from '#contract/monitor.server-map.ts'
import type { TrendingTagView } from '#contract/posts.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** What the analytics know of a visit while its socket is connected. */
export interface SocketVisit {
  readonly page: string
  readonly source: string
}

/** A visitor as the analytics count them: nothing here identifies a person or an address. */
export interface SocketVisitor {
  /** The same for the same person or browser, for one day. */
  readonly key: string
  /** ISO 3166 alpha-2, or 'Unknown'. */
  readonly country: string
  readonly device: Device
}

/** What realtime needs of the features. `startServer` passes it in, because realtime imports no service. */
export interface GatewayParts {
  sessions: RequestHandler
  /** Null when the session ended. */
  readSession(id: string): Promise<SessionData | null>
  /** Null when the account does not exist or was deleted. */
  loadViewer(id: string): Promise<Viewer | null>
  followeeIds(userId: string): Promise<readonly string[]>
  isFollowing(followerId: string, followeeId: string): Promise<boolean>
  /**
   * Whether the person has written to the other one or follows them: only then the other one is told that the
   * person is online or typing.
   */
  acceptsMessagesFrom(personId: string, otherId: string): Promise<boolean>
  /** The id of the other participant; null in a group. Throws 404 for anybody who is not in the conversation. */
  otherPersonIn(viewer: Viewer | null, conversationId: string): Promise<string | null>
  /** Who is in a conversation; null when there is none. */
  membersOf(conversationId: string): Promise<{ people: readonly string[] } | null>
  announcement(): Promise<AnnouncementView>
  trendingTags(): Promise<TrendingTagView[]>
  /** They are counted anew for the next call. */
  forgetTags(): void
  adminStats(): Promise<AdminStatsView>
  /** Never older than the call. */
  pending(): Promise<PendingView>
  analytics: {
    /** Null for bots. */
    describeVisitor(request: {
      address: string
      userAgent: string
      userId: string | null
    }): SocketVisitor | null
    /** `referrer`: where the visit came from; blank for nowhere. Returns the visit, for its next view or event. */
    recordPageView(
      visitor: SocketVisitor,
      view: { path: string; referrer?: string; visit?: SocketVisit; personId?: string },
    ): SocketVisit
    /** `name`: category and label, 'post/react'. */
    recordEvent(visitor: SocketVisitor, name: string, visit?: SocketVisit): void
    /** Still active, without a new page view. */
    recordActivity(visitor: SocketVisitor): void
    realtimeAnalytics(): Promise<RealtimeAnalyticsView>
  }
  monitorStatus(): Promise<MonitorStatusView>
  alerts(): Promise<AlertsView>
  serverMap(): Promise<ServerMapView>
}
