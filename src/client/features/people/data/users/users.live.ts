import { useCallback, useEffect } from 'react'
import { ApiError } from '#client/live/http.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { useWatchProfile } from '#client/live/watch.ts'
import { deleteFollow, fetchProfile, postFollow } from './users.api.ts'
import {
  departPerson,
  forgetUsers,
  heldProfile,
  takeFollowStatus,
  takePublicProfile,
  upsertProfile,
} from './users.store.ts'

/** Handles of the profiles on screen, and how many places show each. */
const shown = new Map<string, number>()

onLive('profile:updated', ({ profile }) => takePublicProfile(profile))
onLive('profile:deleted', ({ id }) => departPerson(id))
onResync('profiles', async () => {
  await Promise.all([...shown.keys()].map(reloadProfile))
})
onReset(forgetUsers)

/** Fetches a profile into the store. Throws ApiError; 404 for nobody. */
export async function loadProfile(handle: string): Promise<{ id: string }> {
  const profile = await fetchProfile(handle)
  upsertProfile(profile)
  return { id: profile.id }
}

async function reloadProfile(handle: string): Promise<void> {
  try {
    await loadProfile(handle)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    const held = heldProfile(handle)
    if (held) departPerson(held.id)
  }
}

/**
 * Keeps a profile true while it is on screen: by pushes, by the resync, and once more when the pushes begin.
 */
export function useLiveProfile({ id, handle }: { id: string; handle: string }): void {
  useEffect(() => {
    shown.set(handle, (shown.get(handle) ?? 0) + 1)
    return () => {
      const left = (shown.get(handle) ?? 1) - 1
      if (left > 0) shown.set(handle, left)
      else shown.delete(handle)
    }
  }, [handle])
  useWatchProfile(id, useCatchUp(handle))
}

// What changed between the fetch and the first push. When it fails, the next resync does it.
const useCatchUp = (handle: string) =>
  useCallback(() => void reloadProfile(handle).catch(() => undefined), [handle])

/** Follows or unfollows. Throws ApiError. */
export async function setFollowing(id: string, following: boolean): Promise<void> {
  takeFollowStatus(id, await (following ? postFollow(id) : deleteFollow(id)))
}
