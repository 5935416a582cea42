import type { OwnCaseView } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'

export const fetchCase = (id: string, token: string | null, signal: AbortSignal) =>
  api.get<OwnCaseView>(`/api/moderation/cases/${encodeURIComponent(id)}`, { token }, signal)
export const sendAppeal = (id: string, token: string | null, text: string) =>
  api.post<OwnCaseView>(`/api/moderation/cases/${encodeURIComponent(id)}/appeal`, {
    text,
    ...(token && { token }),
  })
