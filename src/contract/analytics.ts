import { z } from 'zod'
import { Timestamp } from './primitives.ts'

export const DEVICES = ['mobile', 'tablet', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

/** GET /api/admin/analytics/realtime and `analytics:updated` (product sections 2 and 3). Windows: 15 and 30 minutes. */
export const RealtimeAnalyticsView = z
  .object({
    /** People and visitors seen in the last 15 minutes; bots left out. */
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
    updatedAt: Timestamp,
  })
  .meta({ id: 'RealtimeAnalytics' })
export type RealtimeAnalyticsView = z.infer<typeof RealtimeAnalyticsView>
