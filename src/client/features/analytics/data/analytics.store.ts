import type { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** The figures of the last half hour. */
export const realtimeFigures = createSnapshot<RealtimeAnalyticsView>({
  name: 'analytics',
  fetch: (signal) => api.get('/api/admin/analytics/realtime', undefined, signal),
  version: ({ updatedAt }) => updatedAt,
})

export const onAnalyticsUpdated = ({ snapshot }: LiveEvent<'analytics:updated'>): void =>
  realtimeFigures.apply(snapshot)

/** The figures of the last 90 days. */
export const fetchStats = (signal?: AbortSignal) =>
  api.get<AnalyticsStatsView>('/api/analytics/stats', undefined, signal)
