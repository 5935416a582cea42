import { z } from 'zod'
import { Id, Timestamp } from './primitives.ts'

export const DEVICES = ['mobile', 'tablet', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

/** Kinds of pages in the log of page views. It does not show whose profile or which post was read. */
export const PAGE_KINDS = [
  'home',
  'feed',
  'post',
  'profile',
  'decree',
  'blog',
  'search',
  'messages',
  'legal',
  'door',
  'own',
  'staff',
  'other',
] as const
export type PageKind = (typeof PAGE_KINDS)[number]

const Minutes = z.array(z.int())

/** Milliseconds; null while nothing was measured. */
export const QuantilesView = z.object({ p50: z.number(), p95: z.number(), count: z.int() }).nullable()
export type QuantilesView = z.infer<typeof QuantilesView>

/** What one server process measured of itself in its last minutes. */
export const PerformanceView = z
  .object({
    /** From a request to the end of its response. */
    responses: QuantilesView,
    /** From a push to the page's answer. */
    delivery: QuantilesView,
    /** Delay of the event loop, 99th percentile, ms. */
    eventLoop: z.number(),
    /** Sockets connected to this process. */
    sockets: z.int(),
    /** Memory of this process, megabytes. */
    memory: z.int(),
  })
  .meta({ id: 'Performance' })
export type PerformanceView = z.infer<typeof PerformanceView>

/**
 * GET /api/admin/analytics/realtime and `analytics:updated` (product sections 2 and 3). Windows: 15 and 30
 * minutes.
 */
export const RealtimeAnalyticsView = z
  .object({
    /** People and visitors active in the last 15 minutes, without bots. */
    activeUsers: z.int(),
    /** Page views of the last 30 minutes. */
    pageViews: z.int(),
    /** At most 5, most viewed first; the blank page is the homepage. */
    topPages: z.array(z.object({ page: z.string(), views: z.int() })),
    /** At most 5, by active people; ISO 3166 alpha-2, or 'Unknown'. */
    topCountries: z.array(z.object({ country: z.string(), users: z.int() })),
    /** How many different countries the active people are in. */
    countries: z.int(),
    devices: z.array(z.object({ device: z.enum(DEVICES), users: z.int() })),
    /**
     * Page views of the last 30 minutes by minute, the current one last; `from` is the begin of the first.
     */
    minutes: z.object({ from: Timestamp, views: Minutes }),
    /** Page views by hour, from midnight UTC: today up to the current hour, and all of yesterday. */
    hours: z.object({ today: Minutes, yesterday: Minutes }),
    /** The newest page views, newest first. They do not identify a person. */
    log: z.array(
      z.object({ at: Timestamp, country: z.string(), device: z.enum(DEVICES), kind: z.enum(PAGE_KINDS) }),
    ),
    performance: PerformanceView,
    /** Another one whenever the report, the funnels or the retention may have changed (LIVE L46, L57). */
    reportsVersion: z.string(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'RealtimeAnalytics' })
export type RealtimeAnalyticsView = z.infer<typeof RealtimeAnalyticsView>

/** GET /api/analytics/stats (product section 3, Analytics stats). Days begin at midnight UTC. */
export const AnalyticsStatsView = z
  .object({
    totalUsers: z.int(),
    usersToday: z.int(),
    totalPosts: z.int(),
    postsToday: z.int(),
    totalReactions: z.int(),
    totalComments: z.int(),
    /** At most 5, by their posts. */
    topUsers: z.array(
      z.object({
        id: Id,
        displayName: z.string(),
        handle: z.string(),
        avatarUrl: z.string().nullable(),
        postCount: z.int(),
      }),
    ),
    pageViews: z.object({ total: z.int(), today: z.int(), yesterday: z.int() }),
    /** At most 5, of today. */
    topPages: z.array(z.object({ page: z.string(), views: z.int() })),
    /** Where today's visits came from, at most 5: a host, 'direct' or 'other'. */
    sources: z.array(z.object({ source: z.string(), visits: z.int() })),
    /** The posts that were opened most today, at most 5. */
    topPosts: z.array(z.object({ id: Id, text: z.string(), handle: z.string(), views: z.int() })),
    /** What people who agreed to be counted did today, most frequent first: 'post/react'. */
    events: z.array(z.object({ event: z.string(), count: z.int() })),
    updatedAt: Timestamp,
  })
  .meta({ id: 'AnalyticsStats' })
export type AnalyticsStatsView = z.infer<typeof AnalyticsStatsView>
