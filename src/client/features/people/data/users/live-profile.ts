import { useCallback, useEffect } from 'react'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { isUnchangedSince, useWatchProfile } from '#client/live/watch.ts'
import { loadProfile, profileReadAt } from './users.actions.ts'
import { markPersonDeleted, profileOf } from './users.store.ts'

/** The profiles on screen by handle: the person's id, and how many components show it. */
const shown = new Map<string, { id: string; users: number }>()

// Right after `ready` not what is known to be unchanged (LIVE L4).
onResync('profiles', async ({ reason }) => {
  const outdated = [...shown].filter(
    ([handle, { id }]) => reason !== 'ready' || !isUnchangedSince(`profile:${id}`, profileReadAt(handle)),
  )
  await Promise.all(outdated.map(([handle]) => reloadProfile(handle)))
})

async function reloadProfile(handle: string): Promise<void> {
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
    shown.set(handle, { id, users: (shown.get(handle)?.users ?? 0) + 1 })
    return () => {
      const users = (shown.get(handle)?.users ?? 1) - 1
      if (users > 0) shown.set(handle, { id, users })
      else shown.delete(handle)
    }
  }, [id, handle])
  const refresh = useCallback(
    (unchangedSince: number) =>
      refetchOnSubscribe(
        unchangedSince,
        () => profileReadAt(handle),
        () => reloadProfile(handle),
      ),
    [handle],
  )
  useWatchProfile(id, refresh)
}
