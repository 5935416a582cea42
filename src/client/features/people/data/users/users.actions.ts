import type { FollowListItem, FollowStatusView, ProfileView, UserListItem } from '#contract/people.ts'
import { api } from '#client/live/http.ts'
import { LruMap } from '#client/ui/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { applyFollowStatus, applyProfile } from './users.store.ts'

const fetchProfile = (handle: string) => api.get<ProfileView>(`/api/users/${encodeURIComponent(handle)}`)

/**
 * Ordered by what matched, 20 a page; `cursor` is that of the last row (DECISIONS row 33). A blank search
 * finds nobody.
 */
export const fetchPeople = (q: string, cursor?: string, signal?: AbortSignal) =>
  api.get<UserListItem[]>('/api/users/search', { q, cursor }, signal)

/** Newest first, 20 a page; `cursor` is that of the last row (DECISIONS row 33). */
export const fetchFollows = (
  id: string,
  side: 'followers' | 'following',
  cursor?: string,
  signal?: AbortSignal,
) => api.get<FollowListItem[]>(`/api/users/${id}/${side}`, { cursor }, signal)

/** Those whom the viewer mutes or blocks, newest first, 20 a page; `cursor` is that of the last row. */
export const fetchHidden = (kind: 'muted' | 'blocked', cursor?: string, signal?: AbortSignal) =>
  api.get<FollowListItem[]>(`/api/users/me/${kind}`, { cursor }, signal)

const postFollow = (id: string) => api.post<FollowStatusView>(`/api/users/${id}/follow`)

const deleteFollow = (id: string) => api.delete<FollowStatusView>(`/api/users/${id}/follow`)

/** When the newest profiles were last asked for, by handle, epoch ms. Bounded (LIVE L17). */
const fetchedAt = new LruMap<string, number>(100)
export const profileFetchedAt = (handle: string): number => fetchedAt.get(handle) ?? 0
onReset(() => fetchedAt.clear())

/** Applies a profile as it was read at `askedAt`, epoch ms. */
export function seedProfileView(profile: ProfileView, askedAt: number): void {
  applyProfile(profile)
  fetchedAt.set(profile.handle, askedAt)
}

/** Fetches a profile into the store. Throws ApiError: 404 when there is no such person. */
export async function loadProfile(handle: string): Promise<{ id: string }> {
  const askedAt = Date.now()
  const profile = await fetchProfile(handle)
  seedProfileView(profile, askedAt)
  return { id: profile.id }
}

/** Whom this page has followed or unfollowed: they stay in the list of suggestions that shows them. */
export const followedHere = new Set<string>()
onReset(() => followedHere.clear())

/** Follows or unfollows. Throws ApiError. */
export async function setFollowing(id: string, following: boolean): Promise<void> {
  followedHere.add(id)
  applyFollowStatus(id, await (following ? postFollow(id) : deleteFollow(id)))
}
