import type { FollowStatusView, ProfileView } from '#contract/users.ts'
import { api } from '#client/live/http.ts'

export const fetchProfile = (handle: string) => api.get<ProfileView>(`/api/users/${encodeURIComponent(handle)}`)

export const postFollow = (id: string) => api.post<FollowStatusView>(`/api/users/${id}/follow`)

export const deleteFollow = (id: string) => api.delete<FollowStatusView>(`/api/users/${id}/follow`)
