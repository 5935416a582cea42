import { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { realtimeAnalytics } from './analytics.service.ts'
import { analyticsStats } from './stats.service.ts'

export const analyticsRoutes = [
  route({
    method: 'get',
    path: '/admin/analytics/realtime',
    summary: 'Active visitors and the pages they view',
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: RealtimeAnalyticsView },
    handle: async () => ok(await realtimeAnalytics()),
  }),
  route({
    method: 'get',
    path: '/analytics/stats',
    summary: "The site's figures, of all time and of today",
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: AnalyticsStatsView },
    handle: async () => ok(await analyticsStats()),
  }),
]
