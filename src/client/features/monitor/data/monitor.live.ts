import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { fetchStatus } from './monitor.api.ts'
import { forgetMonitor, takeStatus, useMonitor } from './monitor.store.ts'

onLive('monitor:updated', ({ status }) => takeStatus(status))

// Only for who looks at the monitor: the page has asked for it once.
onResync('monitor', async () => {
  if (useMonitor.getState().status) takeStatus(await fetchStatus())
})

onReset(forgetMonitor)
