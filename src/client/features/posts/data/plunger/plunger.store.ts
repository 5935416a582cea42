import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { PlungerInput, PlungerView } from '#contract/posts.plunger.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { createLiveRead } from '#client/live/live-read.ts'
import type { LiveEvent } from '#client/live/registry.ts'

/** The viewer's posts in Plunger Mode, as many as the server lists. */
const plungers = createCollection<PlungerView>({ limit: 100 })

/** The number of places that show them. */
let shown = 0

const pathOf = (postId: string, part: 'plunger' | 'hidden'): string =>
  `/api/posts/${encodeURIComponent(postId)}/${part}`

async function fetchPlungers(): Promise<void> {
  const known = [...plungers.records().values()]
  const listed = await api.get<PlungerView[]>('/api/plungers')
  const ids = new Set(listed.map(({ id }) => id))
  // What a push has changed meanwhile is newer than the answer.
  const gone = known.filter((one) => !ids.has(one.id) && plungers.get(one.id) === one)
  plungers.remove(gone.map(({ id }) => id))
  plungers.apply(listed)
}

const load = createLiveRead('plungers', () => shown > 0, fetchPlungers)

/** Plunger Mode of the viewer's posts, or of one of them, newest first. Kept up to date while it is on screen. */
export function usePlungers(postId?: string): readonly PlungerView[] {
  useEffect(() => {
    shown += 1
    // When it fails, the next resync fetches.
    void load().catch(() => undefined)
    return () => void (shown -= 1)
  }, [])
  return plungers.use(
    useShallow(({ records }) =>
      [...records.values()]
        .filter(({ id }) => postId === undefined || id === postId)
        .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    ),
  )
}

/** Calls the plunger to the viewer's post, or changes what it does. Throws ApiError. */
export const setPlunger = async (postId: string, input: PlungerInput): Promise<void> =>
  plungers.apply([await api.put<PlungerView>(pathOf(postId, 'plunger'), input)])

/** Ends Plunger Mode. Throws ApiError. */
export async function stopPlunger(postId: string): Promise<void> {
  await api.delete(pathOf(postId, 'plunger'))
  plungers.remove([postId])
}

/** Hides the viewer's post in Plunger Mode from everybody, or shows it again. Throws ApiError. */
export const setHidden = async (postId: string, hidden: boolean): Promise<void> =>
  plungers.apply([await api.put<PlungerView>(pathOf(postId, 'hidden'), { hidden })])

export const onPlungerUpdated = ({ plunger }: LiveEvent<'plunger:updated'>): void => plungers.apply([plunger])
export const onPlungerEnded = (tombstone: LiveEvent<'plunger:ended'>): void => plungers.markDeleted(tombstone)
