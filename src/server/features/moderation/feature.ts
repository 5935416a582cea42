import type { Feature } from '#server/platform/feature.ts'
import { CaseModel, RemovedModel } from './moderation.model.ts'
import { eraseModeration, exportedCases, eraseReports, exportedReports } from './moderation.personal-data.ts'
import { moderationRoutes, reportRoutes, waitingRoutes } from './moderation.routes.ts'
import { ReportModel } from './reports/reports.model.ts'
import { HeldModel, HeldTombstoneModel } from './spam/held.model.ts'
import { eraseHeld, exportedWaiting } from './spam/held.service.ts'

export const moderation: Feature = {
  name: 'moderation',
  routes: [...reportRoutes, ...moderationRoutes, ...waitingRoutes],
  collections: [ReportModel, CaseModel, RemovedModel, HeldModel, HeldTombstoneModel],
  erases: [eraseModeration, eraseReports, eraseHeld],
  exports: {
    waiting: { rows: exportedWaiting },
    reports: { rows: exportedReports },
    decisions: { rows: exportedCases },
  },
}
