import { LRUCache } from 'lru-cache'
import type { SessionEnd } from '#contract/events.ts'
import { bus } from '#server/platform/bus.ts'
import { userRoom } from '../audience.ts'
import { socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

/** Longer than any handshake takes, ms. */
const TTL_MS = 60_000

/** Closes the sockets of ended sessions, at once and in every process (LIVE L11). */
export interface SessionEnds {
  /** Whether the session of a socket that just connects has ended meanwhile. */
  hasEnded(socket: LiveSocket): boolean
  stop(): void
}

export function endSockets(io: LiveServer): SessionEnds {
  const recent = new LRUCache<string, true>({ max: 10_000, ttl: TTL_MS })
  const stops = [
    bus.onCluster('session:ended', ({ userId, sessionId, except, reason }) => {
      if (sessionId) recent.set(sessionId, true)
      for (const socket of socketsIn(io, userRoom(userId))) {
        const { data } = socket
        if (sessionId === null ? data.sessionId !== except : data.sessionId === sessionId)
          disconnect(socket, reason)
      }
    }),
    bus.onCluster('session:renewed', ({ userId, from, to }) => {
      for (const { data } of socketsIn(io, userRoom(userId))) if (data.sessionId === from) data.sessionId = to
    }),
  ]
  return {
    hasEnded: ({ data: { sessionId } }) => sessionId !== null && recent.has(sessionId),
    stop: () => stops.forEach((stop) => stop()),
  }
}

/** Sends the reason, then closes. */
export function disconnect(socket: LiveSocket, reason: SessionEnd): void {
  socket.emit('session:ended', { reason })
  socket.disconnect(true)
}
