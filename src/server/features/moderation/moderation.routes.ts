import { z } from 'zod'
import {
  AdminReportsQuery,
  AdminReportView,
  AppealInput,
  AppealsQuery,
  CaseQuery,
  CaseView,
  DecideAppealInput,
  ModerateInput,
  OwnCaseView,
  OwnReportView,
  OwnRowsQuery,
  PendingView,
  ReportHistoryView,
  SetReportInput,
  CreateReportInput,
  ReportReceipt,
  WaitingView,
} from '#contract/moderation.ts'
import { Id } from '#contract/primitives.ts'
import { recordOnce } from '#server/shared/audit/audit-log.ts'
import {
  adminReports,
  recordReportRead,
  setReport,
} from '#server/features/moderation/reports/reports-admin.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { moderate, reportHistory } from './actions.service.ts'
import { appeal, decideAppeal, ownCase, ownCases, waitingAppeals } from './appeals.service.ts'
import { pending } from './pending.service.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { createReport, ownReports } from './reports/reports.service.ts'
import { listWaiting, withdraw } from './spam/review-queue.service.ts'

export const reportRate = rateLimit('reports', 20, 3600)

const forAuthor = routesOf({ tag: 'reports', access: 'user' })

export const reportRoutes = [
  forAuthor.post('/reports', {
    summary:
      'Report a post, comment, person or message; 200 when your earlier report is pending, which is updated',
    limit: reportRate,
    body: CreateReportInput,
    answers: { 201: ReportReceipt, 200: ReportReceipt },
    handle: async ({ viewer, body }) => {
      const { view, isNew } = await createReport(viewer, body)
      return isNew ? created(view) : view
    },
  }),
  forAuthor.get('/users/me/reports', {
    summary: 'Your own reports and how far each is, newest first',
    limit: 'read',
    query: OwnRowsQuery,
    answers: { 200: z.array(OwnReportView) },
    handle: ({ viewer, query }) => ownReports(viewer, query.cursor),
  }),
  forAuthor.get('/users/me/decisions', {
    summary: 'The moderation decisions about you and your appeals, newest first',
    limit: 'read',
    query: OwnRowsQuery,
    answers: { 200: z.array(OwnCaseView) },
    handle: ({ viewer, query }) => ownCases(viewer, query.cursor),
  }),
]

const One = z.object({ id: Id })
const forStaff = routesOf({ tag: 'admin', access: 'moderator' })
const forPerson = routesOf({ tag: 'reports', access: 'visitor' })

/** Audits which reports of messages an admin or moderator has read: messages are private. */
const recordReading = (id: string, reports: readonly AdminReportView[]): Promise<void> =>
  recordOnce(
    { id },
    'report.read',
    'report',
    reports.filter(({ targetType }) => targetType === 'message').map((report) => report.id),
  )

export const moderationRoutes = [
  forStaff.get('/admin/pending', {
    summary: 'The number of reports and of appeals without a decision',
    limit: 'read',
    answers: { 200: PendingView },
    handle: () => pending(),
  }),
  forStaff.get('/admin/reports', {
    summary: 'Reports, newest first',
    limit: 'read',
    query: AdminReportsQuery,
    answers: { 200: z.array(AdminReportView) },
    handle: async ({ viewer, query }) => {
      const reports = await adminReports(query)
      await recordReading(viewer.id, reports)
      return reports
    },
  }),
  forStaff.get('/admin/reports/:id', {
    summary: 'A report with the current state of the thing, and earlier reports and decisions',
    limit: 'read',
    params: One,
    answers: { 200: ReportHistoryView },
    handle: async ({ viewer, params }) => {
      await recordReportRead(viewer, params.id)
      const history = await reportHistory(params.id)
      await recordReading(viewer.id, [history.report, ...history.reports])
      return history
    },
  }),
  forStaff.patch('/admin/reports/:id', {
    summary: 'Resolve or dismiss a report; notifies its reporter',
    limit: 'write',
    params: One,
    body: SetReportInput,
    answers: { 200: AdminReportView },
    handle: ({ viewer, params, body }) => setReport(viewer, params.id, body.status),
  }),
  forStaff.post('/admin/reports/:id/actions', {
    summary: 'Remove the reported thing, or warn, suspend or ban its author; resolves the report',
    limit: 'write',
    params: One,
    body: ModerateInput,
    answers: { 201: CaseView },
    handle: async ({ viewer, params, body }) => created(await moderate(viewer, params.id, body)),
  }),
  forStaff.get('/admin/appeals', {
    summary: 'Pending appeals, newest first',
    limit: 'read',
    query: AppealsQuery,
    answers: { 200: z.array(CaseView) },
    handle: ({ viewer, query }) => waitingAppeals(viewer, query.cursor),
  }),
  forStaff.patch('/admin/appeals/:id', {
    summary: 'Confirm a decision, or revert it with its effects; not by who made it, except the only admin',
    limit: 'write',
    params: One,
    body: DecideAppealInput,
    answers: { 200: CaseView },
    handle: ({ viewer, params, body }) => decideAppeal(viewer, params.id, body.status),
  }),
  forPerson.get('/moderation/cases/:id', {
    summary: 'A moderation decision about you; with a signed link also without a session',
    limit: 'read',
    params: One,
    query: CaseQuery,
    answers: { 200: OwnCaseView },
    handle: ({ viewer, params, query }) => ownCase(viewer, params.id, query.token),
  }),
  forPerson.post('/moderation/cases/:id/appeal', {
    summary: 'Appeal against a decision, once and within 30 days',
    limit: reportRate,
    params: One,
    body: AppealInput,
    answers: { 201: OwnCaseView },
    handle: async ({ viewer, params, body }) => created(await appeal(viewer, params.id, body)),
  }),
]

const route = routesOf({ tag: 'posts', access: 'user' })

export const waitingRoutes = [
  route.get('/users/me/waiting', {
    summary: "The viewer's posts and comments that wait for an admin, newest first",
    limit: 'read',
    answers: { 200: z.array(WaitingView) },
    handle: ({ viewer }) => listWaiting(viewer),
  }),
  route.delete('/users/me/waiting/:id', {
    summary: 'Withdraw a post or comment that waits for an admin',
    limit: 'write',
    params: z.object({ id: Id }),
    answers: { 204: null },
    handle: ({ viewer, params }) => withdraw(viewer, params.id),
  }),
]
