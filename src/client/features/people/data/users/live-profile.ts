import { useCallback, useEffect } from 'react'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchProfile } from '#client/live/watch.ts'
import { loadProfile } from './users.actions.ts'
import { markPersonDeleted, profileOf } from './users.store.ts'

/** Handles of the profiles on screen, and how many components show each. */
const shown = new Map<string, number>()
/** When each of them was last fetched again, epoch ms. */
const fetchedAt = new Map<string, number>()

onResync('profiles', async () => {
  await Promise.all([...shown.keys()].map(reloadProfile))
})

async function reloadProfile(handle: string): Promise<void> {
  fetchedAt.set(handle, Date.now())
  try {
    await loadProfile(handle)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    const profile = profileOf(handle)
    if (profile) markPersonDeleted(profile.id)
  }
}

/** Keeps a profile up to date while mounted: by pushes, by resyncs, and once when the pushes begin. */
export function useLiveProfile({ id, handle }: { id: string; handle: string }): void {
  useEffect(() => {
    shown.set(handle, (shown.get(handle) ?? 0) + 1)
    return () => {
      const remaining = (shown.get(handle) ?? 1) - 1
      if (remaining > 0) shown.set(handle, remaining)
      else {
        shown.delete(handle)
        fetchedAt.delete(handle)
      }
    }
  }, [handle])
  const refresh = useCallback(
    (unchangedSince: number) =>
      refetchOnSubscribe(
        unchangedSince,
        () => fetchedAt.get(handle) ?? 0,
        () => reloadProfile(handle),
      ),
    [handle],
  )
  useWatchProfile(id, refresh)
}
