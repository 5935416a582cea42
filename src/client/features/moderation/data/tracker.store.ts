import type { CreateReportInput, OwnCaseView, OwnReportView, ReportReceipt } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createRows } from '#client/live/rows.ts'

/** The viewer's own reports, and the decisions about the viewer. */
export const ownReportRows = createRows<OwnReportView>()
export const ownCaseRows = createRows<OwnCaseView>()

/** A page of each, newest first; `cursor` is the id of the last row. Throws ApiError. */
export const fetchOwnReports = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<OwnReportView[]>('/api/users/me/reports', { cursor }, signal)
export const fetchOwnCases = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<OwnCaseView[]>('/api/users/me/decisions', { cursor }, signal)

/** Throws ApiError. */
export const postReport = (input: CreateReportInput) => api.post<ReportReceipt>('/api/reports', input)

export const onOwnReportUpdated = ({ report }: LiveEvent<'own-report:updated'>): void =>
  ownReportRows.push(report)
export const onOwnReportDeleted = (tombstone: LiveEvent<'own-report:deleted'>): void =>
  ownReportRows.markDeleted(tombstone)
export const onOwnCaseUpdated = (event: LiveEvent<'own-case:updated'>): void => ownCaseRows.push(event.case)
