import type { Feature } from '#server/shared/feature.ts'
import { AlertModel, AlertRuleModel } from './alerts/alerts.model.ts'
import { watchForCrashes } from './alerts/alert-rounds.ts'
import { resealWebhook } from './alerts/alert-settings.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { eraseAcknowledgements } from './alerts/alerts.service.ts'
import { ErrorGroupModel } from './error-groups.model.ts'
import { monitorRoutes } from './monitor.routes.ts'
import { startMonitor } from './monitor.handlers.ts'
import { PipeModel, ServerMinuteModel } from './server-map/pipes.model.ts'
import { startPipe } from './server-map/pipes.service.ts'

export const monitor: Feature = {
  name: 'monitor',
  routes: [...monitorRoutes, ...alertRoutes],
  collections: [ErrorGroupModel, AlertModel, AlertRuleModel, PipeModel, ServerMinuteModel],
  listeners: [startMonitor, watchForCrashes, startPipe],
  seals: { 'alert-webhooks': { title: 'secrets of webhooks', reseal: resealWebhook } },
  erases: [eraseAcknowledgements],
}
