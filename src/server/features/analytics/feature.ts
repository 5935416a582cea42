import type { Feature } from '#server/platform/feature.ts'
import { PageMinuteModel, ActiveVisitorModel, CounterModel, PageLogModel } from './analytics.model.ts'
import { eraseTraces } from './analytics.personal-data.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { FiguresKeyModel } from './figures-keys.model.ts'
import { DayVisitorModel, TrafficDayModel, TrafficSumModel } from './traffic.model.ts'

export const analytics: Feature = {
  name: 'analytics',
  routes: [...analyticsRoutes],
  collections: [
    PageMinuteModel,
    ActiveVisitorModel,
    CounterModel,
    PageLogModel,
    TrafficSumModel,
    TrafficDayModel,
    DayVisitorModel,
    FiguresKeyModel,
  ],
  erases: [eraseTraces],
}
