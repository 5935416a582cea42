import type { AdminReportView, CaseView, ModerateInput, ReportHistoryView } from '#contract/moderation.ts'
import type { ReportStatus } from '#contract/moderation.constants.ts'
import { api } from '#client/live/http.ts'
import { createRows } from '#client/live/rows.ts'

/** Reports, and the decisions about people. */
export const reportRows = createRows<AdminReportView>()
export const caseRows = createRows<CaseView>()

export const fetchReports = (
  status: ReportStatus | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
) => api.get<AdminReportView[]>('/api/admin/reports', { status, cursor }, signal)
export const fetchHistory = (id: string, signal: AbortSignal) =>
  api.get<ReportHistoryView>(`/api/admin/reports/${id}`, undefined, signal)
export const fetchAppeals = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<CaseView[]>('/api/admin/appeals', { cursor }, signal)

export const sendStatus = (id: string, status: 'resolved' | 'dismissed') =>
  api.patch<AdminReportView>(`/api/admin/reports/${id}`, { status })
export const sendAction = (id: string, input: ModerateInput) =>
  api.post<CaseView>(`/api/admin/reports/${id}/actions`, input)
export const sendDecision = (id: string, status: 'upheld' | 'reversed') =>
  api.patch<CaseView>(`/api/admin/appeals/${id}`, { status })
