import { bus } from '#server/platform/bus.ts'
import { endBeyondLimit, listSessions, sweepSessions } from './sessions.service.ts'

/** Whoever looks at their list of sessions sees one come and go. */
export function keepSessionListsLive(): () => void {
  const tell = async (userId: string) =>
    bus.emit('sessions:updated', { userId, sessions: await listSessions(userId) })
  const sweep = async (userId: string) => {
    await sweepSessions(userId)
    await tell(userId)
  }
  const stops = [
    bus.onLocal('session:began', async ({ userId }) => {
      await endBeyondLimit(userId)
      await tell(userId)
    }),
    bus.onLocal('session:renewed', ({ userId }) => sweep(userId)),
    bus.onLocal('session:ended', ({ userId, sessionId, except }) => {
      if (sessionId !== null) return tell(userId)
      // The one that is left is about to be renewed: until then it is in no list.
      return except === undefined ? sweep(userId) : undefined
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
