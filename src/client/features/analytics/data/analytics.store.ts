import { createStore } from '#client/live/create-store.ts'
import type { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { api } from '#client/live/http.ts'

interface AnalyticsState {
  snapshot: RealtimeAnalyticsView | null
}

/** The newest figures, pushed or fetched: whichever was made later. */
export const useAnalytics = createStore<AnalyticsState>(() => ({ snapshot: null }))

export const takeSnapshot = (snapshot: RealtimeAnalyticsView): void =>
  useAnalytics.setState((state) =>
    !state.snapshot || snapshot.updatedAt >= state.snapshot.updatedAt ? { snapshot } : state,
  )

export const fetchRealtime = () => api.get<RealtimeAnalyticsView>('/api/admin/analytics/realtime')

export const fetchStats = (signal?: AbortSignal) =>
  api.get<AnalyticsStatsView>('/api/analytics/stats', undefined, signal)

export const forgetAnalytics = (): void => useAnalytics.setState({ snapshot: null })
