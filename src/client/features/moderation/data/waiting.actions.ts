import type { WaitingView } from '#contract/moderation.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError, api } from '#client/live/http.ts'
import { createLiveRead } from '#client/live/live-read.ts'
import { markWaitingDeleted, replaceWaiting, waitingIds } from './waiting.store.ts'

const loadWaiting = createLiveRead(
  'waiting',
  () => currentViewer() !== null,
  async () => {
    const before = waitingIds()
    replaceWaiting(await api.get<WaitingView[]>('/api/users/me/waiting'), before)
  },
)
// When it fails, the next resync fetches.
followViewer(() => void loadWaiting().catch(() => undefined))

/** Withdraws a post or comment from review. One that no longer waits counts as withdrawn. Throws ApiError. */
export async function withdraw({ id, rev }: WaitingView): Promise<void> {
  try {
    await api.delete(`/api/users/me/waiting/${id}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  markWaitingDeleted({ id, rev: rev + 1 })
}
