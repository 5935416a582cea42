import { bus } from '#server/platform/bus.ts'
import { listSessions, sweepSessions } from './sessions.service.ts'

/** Whoever looks at their list of sessions sees one come and go. */
export function keepSessionListsLive(): () => void {
  const tell = async (userId: string) => bus.emit('sessions:updated', { userId, sessions: await listSessions(userId) })
  const stops = [
    bus.on('session:began', ({ userId }) => tell(userId)),
    bus.on('session:renewed', ({ userId }) => tell(userId)),
    bus.on('session:ended', async ({ userId, sessionId }) => {
      if (sessionId === null) await sweepSessions(userId)
      await tell(userId)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
