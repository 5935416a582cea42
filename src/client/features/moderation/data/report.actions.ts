import type { CreateReportInput, ReportReceipt } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'

export const postReport = (input: CreateReportInput) => api.post<ReportReceipt>('/api/reports', input)
