import { useEffect } from 'react'
import { applyPending, useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import type { PendingView } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

// Without the right to know the counts there are none, and nothing to fetch.
const reload = async (): Promise<void> => {
  if (useViewerStore.getState().pending) applyPending(await api.get<PendingView>('/api/admin/pending'))
}

/**
 * Keeps the count beside 'Dashboard' up to date on every page of an admin; renders nothing. The server sends
 * the current counts when the subscription begins.
 */
export const PendingWatch = () => {
  useWatchTopic('pending')
  useEffect(() => onResync('pending', reload), [])
  return null
}
