import { createStore } from '#client/live/create-store.ts'
import type { AccountActivityView, SessionEntryView, SessionListView } from '#contract/account.settings.ts'
import { api } from '#client/live/http.ts'

interface SessionsState {
  /** Null until it was asked for. */
  list: SessionListView | null
}

/** Where the viewer is signed in, for the room that shows it. */
export const useSessions = createStore<SessionsState>(() => ({ list: null }))

/** Asks for the list, and which of them is this browser's. Throws ApiError. */
export async function loadSessions(): Promise<void> {
  useSessions.setState({ list: await api.get<SessionListView>('/api/auth/sessions') })
}

/** A push. Only for who looks at the list. */
export const takeSessions = (sessions: SessionEntryView[]): void =>
  useSessions.setState(({ list }) => ({ list: list && { ...list, sessions } }))

export const forgetSessions = (): void => useSessions.setState({ list: null })

/** Logs out there. Throws ApiError. */
export const endSession = (id: string) => api.delete<undefined>(`/api/auth/sessions/${id}`)

/** Logs out everywhere else. Throws ApiError. */
export const endOtherSessions = () => api.delete<undefined>('/api/auth/sessions')

/** What was done with the viewer's account lately, and what was refused, newest first. Throws ApiError. */
export const fetchActivity = (signal: AbortSignal) =>
  api.get<AccountActivityView[]>('/api/auth/activity', undefined, signal)
