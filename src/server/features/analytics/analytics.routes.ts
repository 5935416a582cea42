import { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { realtimeAnalytics } from './analytics.service.ts'
import { analyticsStats } from './stats.service.ts'

export const analyticsRoutes = [
  route({
    method: 'get',
    path: '/admin/analytics/realtime',
    summary: 'Who is here now and what they look at',
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: RealtimeAnalyticsView },
    handle: async () => ok(await realtimeAnalytics()),
  }),
  route({
    method: 'get',
    path: '/analytics/stats',
    summary: 'Figures of the house, of all its days and of today',
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: AnalyticsStatsView },
    handle: async () => ok(await analyticsStats()),
  }),
]
