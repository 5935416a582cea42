import type { AdminStatsView } from '#contract/admin.ts'
import { api } from '#client/live/http.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** The figures on the dashboard's cards. */
export const adminStats = createSnapshot<AdminStatsView>({
  name: 'admin stats',
  fetch: (signal) => api.get('/api/admin/stats', undefined, signal),
  version: ({ updatedAt }) => updatedAt,
})
