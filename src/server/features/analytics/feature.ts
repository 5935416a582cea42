import type { Feature } from '#server/shared/feature.ts'
import { PageMinuteModel, ActiveVisitorModel, CounterModel, PageLogModel } from './analytics.model.ts'
import { countedWeeks, eraseTraces } from './analytics.personal-data.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { funnelRoutes, retentionRoutes } from './funnels.routes.ts'
import { FunnelDayModel, FunnelModel, VisitorStepsModel } from './funnels.model.ts'
import { FiguresKeyModel } from './figures-keys.model.ts'
import { RetentionSumModel } from './retention.model.ts'
import { DayVisitorModel, TrafficDayModel, TrafficSumModel } from './traffic.model.ts'

export const analytics: Feature = {
  name: 'analytics',
  routes: [...analyticsRoutes, ...retentionRoutes, ...funnelRoutes],
  collections: [
    PageMinuteModel,
    ActiveVisitorModel,
    CounterModel,
    PageLogModel,
    TrafficSumModel,
    TrafficDayModel,
    DayVisitorModel,
    FiguresKeyModel,
    RetentionSumModel,
    FunnelModel,
    FunnelDayModel,
    VisitorStepsModel,
  ],
  erases: [eraseTraces],
  exports: { countedWeek: { title: 'Last week in which your visits were counted', rows: countedWeeks } },
}
