import { createStore } from '#client/live/create-store.ts'
import type { AdminStatsView } from '#contract/admin.ts'
import { api } from '#client/live/http.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'

/** The dashboard's cards, pushed or fetched: whichever was made later. */
export const useStats = createStore<{ stats: AdminStatsView | null }>(() => ({ stats: null }))

export const takeStats = (stats: AdminStatsView): void =>
  useStats.setState((state) => (!state.stats || stats.updatedAt >= state.stats.updatedAt ? { stats } : state))

export const fetchStats = () => api.get<AdminStatsView>('/api/admin/stats')

onLive('admin:stats', ({ stats }) => takeStats(stats))
// Only for who looks at the dashboard: it has asked for them once.
onResync('admin stats', async () => {
  if (useStats.getState().stats) takeStats(await fetchStats())
})
onReset(() => useStats.setState({ stats: null }))
