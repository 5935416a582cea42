import type { AdminPersonItem, AdminPersonView } from '#contract/admin.ts'
import { api } from '#client/live/http.ts'
import { createRows } from './rows.store.ts'

/** People as admins see them. */
export const peopleRows = createRows<AdminPersonView>()

export const fetchAdminPeople = (q: string, cursor: string | undefined, signal: AbortSignal) =>
  api.get<AdminPersonItem[]>('/api/admin/users', { q: q || undefined, cursor }, signal)

export const sendAdmin = (id: string, isAdmin: boolean) =>
  api.patch<AdminPersonView>(`/api/admin/users/${id}/admin`, { isAdmin })

/** Logs a person out everywhere. Throws ApiError. */
export const sendPersonLogout = (id: string) => api.delete<void>(`/api/admin/users/${id}/sessions`)

export const sendPersonRemoval = (id: string) => api.delete<void>(`/api/admin/users/${id}`)
