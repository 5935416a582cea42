import { useCallback, useEffect } from 'react'
import type { PublicProfileView } from '#contract/people.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { isUnchangedSince, useWatchProfile } from '#client/live/watch.ts'
import { outdateFollowsOf } from './people.lists.ts'
import { loadProfile, profileFetchedAt } from './users.actions.ts'
import { applyPublicProfile, markPersonDeleted, profileOf } from './users.store.ts'

/** The profiles on screen by handle: the person's id, and how many components show it. */
const shown = new Map<string, { id: string; users: number }>()

// Right after `ready` not what is known to be unchanged (LIVE L4).
onResync('profiles', async ({ reason }) => {
  const outdated = [...shown].filter(
    ([handle, { id }]) => reason !== 'ready' || !isUnchangedSince(`profile:${id}`, profileFetchedAt(handle)),
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

/** The push is the same for everybody: when the person follows more or fewer people, one of them may be the viewer. */
export function onProfileUpdated({ profile }: LiveEvent<'profile:updated'>): void {
  const before = profileOf(profile.handle)
  applyPublicProfile(profile)
  if (before && haveFollowsChanged(before, profile)) outdateFollowsOf(profile.id)
  const isOther = useViewerStore.getState().user && before && !before.viewer.isSelf
  if (!isOther || before.rev >= profile.rev || before._count.following === profile._count.following) return
  // When the server cannot be reached, the resync fetches.
  void reloadProfile(profile.handle).catch(() => undefined)
}

const haveFollowsChanged = ({ _count: a }: PublicProfileView, { _count: b }: PublicProfileView): boolean =>
  a.followers !== b.followers || a.following !== b.following

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
        () => profileFetchedAt(handle),
        () => reloadProfile(handle),
      ),
    [handle],
  )
  useWatchProfile(id, refresh)
}
