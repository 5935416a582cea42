import type { LiveEvent } from '#client/live/registry.ts'
import { checkSessionQuietly, sessionOver } from './viewer.actions.ts'
import { updateViewer, useViewerStore } from './viewer.store.ts'

export const onViewerUpdated = ({ user }: LiveEvent<'viewer:updated'>): void => updateViewer(user)

export const onSessionEnded = ({ reason }: LiveEvent<'session:ended'>): void => sessionOver(reason)

/** The socket's session differs from the page's when another tab signed in or out while this one slept. */
export function onReady({ userId }: LiveEvent<'ready'>): void {
  const { status, user } = useViewerStore.getState()
  if (status === 'known' && userId !== (user?.id ?? null)) checkSessionQuietly()
}
