import { onUnauthorised } from '#client/live/http.ts'
import { onLive, onResync } from '#client/live/registry.ts'
import { checkSession, leave, recheckSession, sessionOver } from './viewer.session.ts'
import { currentViewer, updateViewer, useViewerStore } from './viewer.store.ts'
import { onTabNews } from './viewer.tabs.ts'

onLive('viewer:updated', ({ user }) => updateViewer(user))
onLive('session:ended', ({ reason }) => sessionOver(reason))

// The socket's own idea of who is here; it differs when another tab signed in or out while this one slept.
onLive('ready', ({ userId }) => {
  const { status, user } = useViewerStore.getState()
  if (status === 'known' && userId !== (user?.id ?? null)) void checkSession().catch(nextResyncWill)
})

onResync('viewer', recheckSession)

onTabNews((news) => {
  if (news === 'left') return sessionOver('logout')
  // When it fails, the socket's next `ready` tells who is here.
  void checkSession().catch(nextResyncWill)
})

onUnauthorised(() => {
  // Who is on the way out knows: each answer to the question would ask it again.
  if (currentViewer() && !leave.underway) void checkSession().catch(nextResyncWill)
})

// Not reachable right now: as long as it stays so, the resync of the viewer asks again.
function nextResyncWill(): void {}
