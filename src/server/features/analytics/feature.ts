import type { Feature } from '#server/platform/feature.ts'
import { eraseTraces } from './analytics.departure.ts'
import { PageMinuteModel, ActiveVisitorModel, TallyModel, PageLogModel } from './analytics.model.ts'
import { analyticsRoutes } from './analytics.routes.ts'

export const analytics: Feature = {
  name: 'analytics',
  routes: [...analyticsRoutes],
  collections: [PageMinuteModel, ActiveVisitorModel, TallyModel, PageLogModel],
  erases: [eraseTraces],
}
