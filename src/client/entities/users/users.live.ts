import { onReset, onResync } from '#client/live/registry.ts'
import { ApiError } from '#client/live/http.ts'
import { deleteFollow, fetchProfile, postFollow } from './users.api.ts'
import { forgetUsers, takeFollowStatus, upsertProfile } from './users.store.ts'

/** Handles of the profiles on screen, and how many places show each. */
const shown = new Map<string, number>()

/** Counts a profile as on screen; those are asked for again by the resync. Returns the way to stop. */
export function holdProfile(handle: string): () => void {
  shown.set(handle, (shown.get(handle) ?? 0) + 1)
  return () => {
    const left = (shown.get(handle) ?? 1) - 1
    if (left > 0) shown.set(handle, left)
    else shown.delete(handle)
  }
}

/** Fetches a profile into the store. Throws ApiError; 404 for nobody. */
export async function loadProfile(handle: string): Promise<{ id: string }> {
  const profile = await fetchProfile(handle)
  upsertProfile(profile)
  return { id: profile.id }
}

/** Follows or unfollows. Throws ApiError. */
export async function setFollowing(id: string, following: boolean): Promise<void> {
  takeFollowStatus(id, await (following ? postFollow(id) : deleteFollow(id)))
}

onResync('profiles', async () => {
  await Promise.all([...shown.keys()].map(async (handle) => loadProfile(handle).catch(unlessGone)))
})

onReset(forgetUsers)

// Gone meanwhile: the page's own query will say so.
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
