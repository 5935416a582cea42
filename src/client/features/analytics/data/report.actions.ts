import type { FunnelInput, FunnelView, FunnelsView } from '#contract/analytics.funnels.ts'
import type { RetentionView } from '#contract/analytics.retention.ts'
import type {
  FiguresKeyInput,
  FiguresKeyView,
  NewFiguresKeyView,
  ReportQuery,
  ReportView,
  SharedReportView,
} from '#contract/analytics.report.ts'
import { api } from '#client/live/http.ts'
import { createRows } from '#client/live/rows.ts'

/** The figures of a range. */
export const fetchReport = (query: ReportQuery, signal?: AbortSignal) =>
  api.get<ReportView>('/api/analytics/report', query, signal)

/** The address of the same as a file. */
export const reportFileAddress = (search: string): string => `/api/analytics/report.csv?${search}`

/** How many people of each week's new accounts came back. */
export const fetchRetention = (signal?: AbortSignal) =>
  api.get<RetentionView>('/api/analytics/retention', undefined, signal)

/** The address of the same as a file. */
export const RETENTION_FILE = '/api/analytics/retention.csv'

/** All funnels, with their counts in a range. */
export const fetchFunnels = (query: ReportQuery, signal?: AbortSignal) =>
  api.get<FunnelsView>('/api/analytics/funnels', query, signal)

/** The address of the same as a file. */
export const funnelsFileAddress = (search: string): string => `/api/analytics/funnels.csv?${search}`

export const makeFunnel = (input: FunnelInput) => api.post<FunnelView>('/api/analytics/funnels', input)

export const renameFunnel = (id: string, name: string) =>
  api.patch<FunnelView>(`/api/analytics/funnels/${id}`, { name })

export const deleteFunnel = (id: string) => api.delete<void>(`/api/analytics/funnels/${id}`)

/** The figures that a shared link shows. */
export const fetchSharedReport = (link: string, signal?: AbortSignal) =>
  api.get<SharedReportView>('/api/analytics/shared', { link }, signal)

/** Tokens and shared links. */
export const figuresKeyRows = createRows<FiguresKeyView>()

export const fetchFiguresKeys = (cursor: string | undefined, signal: AbortSignal) =>
  api.get<FiguresKeyView[]>('/api/analytics/keys', { cursor }, signal)

/** Makes a token or a shared link. Returns the token or the link, which only this answer has. */
export async function makeFiguresKey(input: FiguresKeyInput): Promise<string> {
  const { key, secret } = await api.post<NewFiguresKeyView>('/api/analytics/keys', input)
  figuresKeyRows.push(key)
  return input.kind === 'link' ? `${location.origin}/shared-figures?link=${secret}` : secret
}

export const endFiguresKey = async (id: string): Promise<void> =>
  figuresKeyRows.apply([await api.delete<FiguresKeyView>(`/api/analytics/keys/${id}`)])
