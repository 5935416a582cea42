import type { WaitingView } from '#contract/moderation.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError, api } from '#client/live/http.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { buryWaiting, forgetWaiting, takeWaiting, takeWaitingList, useWaitingStore } from './waiting.store.ts'

onLive('waiting:added', ({ waiting }) => takeWaiting(waiting))
onLive('waiting:deleted', buryWaiting)
onResync('waiting', readWaiting)
onReset(forgetWaiting)

followViewer((viewerId) => {
  // Loaded after `ready`: that resync has passed already. When this one fails, the next brings the list.
  if (viewerId) readWaiting().catch(() => undefined)
})

async function readWaiting(): Promise<void> {
  if (!currentViewer()) return
  const before = new Set(useWaitingStore.getState().records.keys())
  takeWaitingList(await api.get<WaitingView[]>('/api/users/me/waiting'), before)
}

/** Withdraws a held post or comment. One that is no longer held counts as withdrawn. Throws ApiError. */
export async function withdraw({ id, rev }: WaitingView): Promise<void> {
  try {
    await api.delete(`/api/users/me/waiting/${id}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  buryWaiting({ id, rev: rev + 1 })
}
