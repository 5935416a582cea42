import type { AccountActivityView, SessionListView } from '#contract/account.settings.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createStore } from '#client/live/create-store.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** The sessions of the viewer, and which of them is this browser's. */
export const sessionList = createSnapshot<SessionListView>({
  name: 'sessions',
  fetch: (signal) => api.get('/api/auth/sessions', undefined, signal),
})

/** Counts the pushes: each one also means that the account's activity has changed. */
export const useActivityVersion = createStore<{ version: number }>(() => ({ version: 0 }))

export const onSessionsUpdated = ({ sessions }: LiveEvent<'sessions:updated'>): void => {
  sessionList.update((list) => ({ ...list, sessions }))
  useActivityVersion.setState(({ version }) => ({ version: version + 1 }))
}

/** Recent security events of the viewer's account, newest first. Throws ApiError. */
export const fetchActivity = (signal: AbortSignal) =>
  api.get<AccountActivityView[]>('/api/auth/activity', undefined, signal)

/** Ends one of the viewer's sessions; a push changes the list. Throws ApiError. */
export const endSession = (id: string) => api.delete<undefined>(`/api/auth/sessions/${id}`)

/** Ends all of the viewer's sessions but this one. Throws ApiError. */
export const endOtherSessions = () => api.delete<undefined>('/api/auth/sessions')
