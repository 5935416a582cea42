import { LRUCache } from 'lru-cache'
import type { SessionEnd } from '#contract/events.ts'
import { bus } from '#server/platform/bus.ts'
import { userRoom } from '../audience.ts'
import { socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

/** Longer than any handshake takes, ms. */
const REMEMBERED = 60_000

/** Closes the sockets of sessions that are over, at once and in every process (LIVE L11). */
export interface SessionEnds {
  /** Whether a socket that is just being let in belongs to a session that has ended meanwhile. */
  hasEnded(socket: LiveSocket): boolean
  stop(): void
}

export function endSockets(io: LiveServer): SessionEnds {
  const recent = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED })
  const stops = [
    bus.onAnywhere('session:ended', ({ userId, sessionId, except, reason }) => {
      if (sessionId) recent.set(sessionId, true)
      for (const socket of socketsIn(io, userRoom(userId))) {
        const { data } = socket
        if (sessionId === null ? data.sessionId !== except : data.sessionId === sessionId)
          sendAway(socket, reason)
      }
    }),
    bus.onAnywhere('session:renewed', ({ userId, from, to }) => {
      for (const { data } of socketsIn(io, userRoom(userId))) if (data.sessionId === from) data.sessionId = to
    }),
  ]
  return {
    hasEnded: ({ data: { sessionId } }) => sessionId !== null && recent.has(sessionId),
    stop: () => stops.forEach((stop) => stop()),
  }
}

/** Says why, then closes. */
export function sendAway(socket: LiveSocket, reason: SessionEnd): void {
  socket.emit('session:ended', { reason })
  socket.disconnect(true)
}
