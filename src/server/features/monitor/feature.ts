import type { Feature } from '#server/platform/feature.ts'
import { ErrorGroupModel } from './error-groups.model.ts'
import { monitorRoutes } from './monitor.routes.ts'
import { startMonitor } from './monitor.handlers.ts'

export const monitor: Feature = {
  name: 'monitor',
  routes: [...monitorRoutes],
  collections: [ErrorGroupModel],
  listeners: [startMonitor],
}
