import type { ManualFixView, MonitorErrorView, MonitorStatusView } from '#contract/monitor.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import { api } from '#client/live/http.ts'

// All for admins only.
export const fetchStatus = (signal?: AbortSignal) =>
  api.get<MonitorStatusView>('/api/ai-monitor/status', undefined, signal)
export const postCheck = () => api.post<MonitorStatusView>('/api/ai-monitor/force-check')
export const postTestError = (errorType: TestError) =>
  api.post<void>('/api/ai-monitor/test-error', { errorType })
export const postManualFix = (errorMessage: string) =>
  api.post<ManualFixView>('/api/ai-monitor/manual-fix', { errorMessage })
export const postRetry = (id: string) => api.post<void>(`/api/ai-monitor/jobs/${id}/retry`)
export const postDiscard = (id: string) => api.post<void>(`/api/ai-monitor/jobs/${id}/discard`)
export const postResolved = (id: string, resolved: boolean) =>
  api.post<MonitorErrorView>(`/api/ai-monitor/errors/${id}/${resolved ? 'resolve' : 'reopen'}`)
