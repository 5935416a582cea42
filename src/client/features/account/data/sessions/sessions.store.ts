import type { AccountActivityView, SessionListView } from '#contract/account.settings.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** Where the viewer is signed in, and which of these sessions is this browser's. */
export const sessionList = createSnapshot<SessionListView>({
  name: 'sessions',
  fetch: (signal) => api.get('/api/auth/sessions', undefined, signal),
})

export const onSessionsUpdated = ({ sessions }: LiveEvent<'sessions:updated'>): void =>
  sessionList.update((list) => ({ ...list, sessions }))

/** What was done with the viewer's account lately, and what was refused, newest first. Throws ApiError. */
export const fetchActivity = (signal: AbortSignal) =>
  api.get<AccountActivityView[]>('/api/auth/activity', undefined, signal)
