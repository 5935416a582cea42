import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { forgetSessions, loadSessions, takeSessions, useSessions } from './sessions.store.ts'

onLive('sessions:updated', ({ sessions }) => takeSessions(sessions))

// Only for who looks at the list: the room has asked for it once.
onResync('sessions', async () => {
  if (useSessions.getState().list) await loadSessions()
})

onReset(forgetSessions)
