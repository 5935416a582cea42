import type { MonitorStatusView } from '#contract/monitor.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'
import { fetchStatus } from './monitor.api.ts'

/** The server's health, with its newest errors. */
export const monitorStatus = createSnapshot<MonitorStatusView>({
  name: 'monitor',
  fetch: fetchStatus,
  version: ({ lastUpdate }) => lastUpdate,
})

export const onMonitorUpdated = ({ status }: LiveEvent<'monitor:updated'>): void =>
  monitorStatus.apply(status)

// One script file for the pushes of the monitor: each that a page has to know of costs every page.
export { onAlertsUpdated } from './alerts.store.ts'
export { onServerMapUpdated } from './server-map.store.ts'
