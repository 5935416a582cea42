import type { FollowListItem, FollowStatusView, ProfileView, UserView } from '#contract/users.ts'
import { api } from '#client/live/http.ts'

export const fetchProfile = (handle: string) => api.get<ProfileView>(`/api/users/${encodeURIComponent(handle)}`)

/** At most 20 people; blank finds nobody. */
export const fetchPeople = (q: string, signal?: AbortSignal) => api.get<UserView[]>('/api/users/search', { q }, signal)

/** Newest first, 20 a page; `cursor` is the last row's (DECISIONS row 33). */
export const fetchFollows = (id: string, side: 'followers' | 'following', cursor?: string) => api.get<FollowListItem[]>(`/api/users/${id}/${side}`, { cursor })

export const postFollow = (id: string) => api.post<FollowStatusView>(`/api/users/${id}/follow`)

export const deleteFollow = (id: string) => api.delete<FollowStatusView>(`/api/users/${id}/follow`)
