import type { Feature } from '#server/shared/feature.ts'
import { CaseModel, RemovedModel } from './moderation.model.ts'
import { eraseModeration, exportedCases, eraseReports, exportedReports } from './moderation.personal-data.ts'
import { moderationRoutes, reportRoutes, waitingRoutes } from './moderation.routes.ts'
import { showNewCards } from './new-cards.ts'
import { ReportModel } from './reports/reports.model.ts'
import { QueuedModel, QueuedTombstoneModel } from './spam/review-queue.model.ts'
import { eraseQueued, exportedWaiting } from './spam/review-queue.service.ts'

export const moderation: Feature = {
  name: 'moderation',
  routes: [...reportRoutes, ...moderationRoutes, ...waitingRoutes],
  collections: [ReportModel, CaseModel, RemovedModel, QueuedModel, QueuedTombstoneModel],
  listeners: [showNewCards],
  erases: [eraseModeration, eraseReports, eraseQueued],
  exports: {
    waiting: { title: 'Waiting for the guards', rows: exportedWaiting },
    reports: { title: 'Reports', rows: exportedReports },
    decisions: { title: 'Decisions about you', rows: exportedCases },
  },
}
