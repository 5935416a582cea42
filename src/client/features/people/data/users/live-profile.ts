import { useCallback, useEffect } from 'react'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchProfile } from '#client/live/watch.ts'
import { loadProfile } from './users.actions.ts'
import { departPerson, heldProfile } from './users.store.ts'

/** Handles of the profiles on screen, and how many components show each. */
const shown = new Map<string, number>()

onResync('profiles', async () => {
  await Promise.all([...shown.keys()].map(reloadProfile))
})

async function reloadProfile(handle: string): Promise<void> {
  try {
    await loadProfile(handle)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    const profile = heldProfile(handle)
    if (profile) departPerson(profile.id)
  }
}

/** Keeps a profile up to date while mounted: by pushes, by resyncs, and once when the pushes begin. */
export function useLiveProfile({ id, handle }: { id: string; handle: string }): void {
  useEffect(() => {
    shown.set(handle, (shown.get(handle) ?? 0) + 1)
    return () => {
      const remaining = (shown.get(handle) ?? 1) - 1
      if (remaining > 0) shown.set(handle, remaining)
      else shown.delete(handle)
    }
  }, [handle])
  // A change between the fetch and the first push. When it fails, the next resync brings it.
  const refresh = useCallback(() => void reloadProfile(handle).catch(() => undefined), [handle])
  useWatchProfile(id, refresh)
}
