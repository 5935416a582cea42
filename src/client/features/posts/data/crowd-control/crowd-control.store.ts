import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { CrowdControlInput, CrowdControlView } from '#contract/posts.crowd-control.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { createLiveRead } from '#client/live/live-read.ts'
import type { LiveEvent } from '#client/live/registry.ts'

/** The viewer's posts under crowd control, as many as the server lists. */
const crowdControls = createCollection<CrowdControlView>({ limit: 100 })

/** The number of places that show them. */
let shown = 0

const pathOf = (postId: string, part: 'plunger' | 'hidden'): string =>
  `/api/posts/${encodeURIComponent(postId)}/${part}`

async function fetchCrowdControls(): Promise<void> {
  const known = [...crowdControls.records().values()]
  const listed = await api.get<CrowdControlView[]>('/api/plungers')
  const ids = new Set(listed.map(({ id }) => id))
  // What a push has changed meanwhile is newer than the answer.
  const gone = known.filter((one) => !ids.has(one.id) && crowdControls.get(one.id) === one)
  crowdControls.remove(gone.map(({ id }) => id))
  crowdControls.apply(listed)
}

const load = createLiveRead('plungers', () => shown > 0, fetchCrowdControls)

/** Crowd control of the viewer's posts, or of one of them, newest first. Kept up to date while it is on screen. */
export function useCrowdControls(postId?: string): readonly CrowdControlView[] {
  useEffect(() => {
    shown += 1
    // When it fails, the next resync fetches.
    void load().catch(() => undefined)
    return () => void (shown -= 1)
  }, [])
  return crowdControls.use(
    useShallow(({ records }) =>
      [...records.values()]
        .filter(({ id }) => postId === undefined || id === postId)
        .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    ),
  )
}

/** Starts crowd control of the viewer's post, or changes what it does. Throws ApiError. */
export const setCrowdControl = async (postId: string, input: CrowdControlInput): Promise<void> =>
  crowdControls.apply([await api.put<CrowdControlView>(pathOf(postId, 'plunger'), input)])

/** Ends crowd control. Throws ApiError. */
export async function stopCrowdControl(postId: string): Promise<void> {
  await api.delete(pathOf(postId, 'plunger'))
  crowdControls.remove([postId])
}

/** Hides the viewer's post under crowd control from everybody, or shows it again. Throws ApiError. */
export const setHidden = async (postId: string, hidden: boolean): Promise<void> =>
  crowdControls.apply([await api.put<CrowdControlView>(pathOf(postId, 'hidden'), { hidden })])

export const onCrowdControlUpdated = ({ plunger }: LiveEvent<'plunger:updated'>): void =>
  crowdControls.apply([plunger])
export const onCrowdControlEnded = (tombstone: LiveEvent<'plunger:ended'>): void =>
  crowdControls.markDeleted(tombstone)
