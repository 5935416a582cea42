import type { AdminPersonItem, AdminPersonView } from '#contract/admin.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { api } from '#client/live/http.ts'
import { createRows } from '#client/live/rows.ts'

/** People as admins see them. */
export const peopleRows = createRows<AdminPersonView>()

/** Most people whose last visit is kept. */
const MOST = 2_000

/** When people were last seen, as of the last fetch: no `rev` orders it, so it is no part of the rows. */
export const useLastSeen = createStore<{ seen: ReadonlyMap<string, string | null> }>(() => ({
  seen: new Map(),
}))
onReset(() => useLastSeen.setState({ seen: new Map() }))

export async function fetchAdminPeople(
  q: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<AdminPersonItem[]> {
  const people = await api.get<AdminPersonItem[]>('/api/admin/users', { q: q || undefined, cursor }, signal)
  const fetched = people.map(({ id, lastSeenAt }) => [id, lastSeenAt] as const)
  useLastSeen.setState(({ seen }) => ({ seen: new Map([...seen, ...fetched].slice(-MOST)) }))
  return people
}

export const sendAdmin = (id: string, isAdmin: boolean) =>
  api.patch<AdminPersonView>(`/api/admin/users/${id}/admin`, { isAdmin })

export const sendModerator = (id: string, isModerator: boolean) =>
  api.patch<AdminPersonView>(`/api/admin/users/${id}/moderator`, { isModerator })

/** Logs a person out everywhere. Throws ApiError. */
export const sendPersonLogout = (id: string) => api.delete<void>(`/api/admin/users/${id}/sessions`)

export const sendPersonRemoval = (id: string) => api.delete<void>(`/api/admin/users/${id}`)
