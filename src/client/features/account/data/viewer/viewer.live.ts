import type { LiveEvent } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { checkSessionQuietly, sessionOver } from './viewer.actions.ts'
import { currentViewer, updateViewer, useViewerStore } from './viewer.store.ts'

/** How long the account counts as fresh (product section 4). Changes are pushed as well. */
const FRESH_MS = 600_000
const CHECK_MS = 60_000

let freshUntil = Date.now() + FRESH_MS

function refreshWhenStale(): void {
  if (document.visibilityState !== 'visible' || !currentViewer() || Date.now() < freshUntil) return
  freshUntil = Date.now() + FRESH_MS
  checkSessionQuietly()
}

// A page that becomes visible after a while resyncs anyway (live/start.ts).
setInterval(refreshWhenStale, CHECK_MS)

/** What the page may show depends on the roles (LIVE L76). */
export function onViewerUpdated({ user }: LiveEvent<'viewer:updated'>): void {
  const before = currentViewer()
  updateViewer(user)
  const isSameRole = before?.isAdmin === user.isAdmin && before.isModerator === user.isModerator
  if (before && !isSameRole) void resync({ reason: 'wake', since: Date.now() })
}

export const onSessionEnded = ({ reason }: LiveEvent<'session:ended'>): void => sessionOver(reason)

/** The socket's session differs from the page's when another tab signed in or out while this one slept. */
export function onReady({ userId }: LiveEvent<'ready'>): void {
  const { status, user } = useViewerStore.getState()
  if (status !== 'loading' && userId !== (user?.id ?? null)) checkSessionQuietly()
}
