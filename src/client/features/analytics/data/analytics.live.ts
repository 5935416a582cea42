import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { fetchRealtime, forgetAnalytics, takeSnapshot, useAnalytics } from './analytics.store.ts'

onLive('analytics:updated', ({ snapshot }) => takeSnapshot(snapshot))

// Only for who looks at the figures: the panel has asked for them once.
onResync('analytics', async () => {
  if (useAnalytics.getState().snapshot) takeSnapshot(await fetchRealtime())
})

onReset(forgetAnalytics)
