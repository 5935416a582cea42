import type { Feature } from '#server/platform/feature.ts'
import { FaultModel } from './faults.model.ts'
import { monitorRoutes } from './monitor.routes.ts'
import { startMonitor } from './monitor.subscriber.ts'

export const monitor: Feature = {
  name: 'monitor',
  routes: [...monitorRoutes],
  collections: [FaultModel],
  listeners: [startMonitor],
}
