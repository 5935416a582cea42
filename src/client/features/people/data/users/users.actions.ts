import { deleteFollow, fetchProfile, postFollow } from './users.api.ts'
import { takeFollowStatus, upsertProfile } from './users.store.ts'

/** Fetches a profile into the store. Throws ApiError: 404 when there is no such person. */
export async function loadProfile(handle: string): Promise<{ id: string }> {
  const profile = await fetchProfile(handle)
  upsertProfile(profile)
  return { id: profile.id }
}

/** Follows or unfollows. Throws ApiError. */
export async function setFollowing(id: string, following: boolean): Promise<void> {
  takeFollowStatus(id, await (following ? postFollow(id) : deleteFollow(id)))
}
