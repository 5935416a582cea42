import { MESSAGES } from '#contract/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { sockets as connected } from '#server/platform/metrics.ts'
import { hiddenPeopleRooms, userRoom } from './audience.ts'
import { forgetRequest, identify } from './handshake.ts'
import { LIVE_LIMITS } from './live-limits.ts'
import type { GatewayParts } from './parts.ts'
import { sendAway, type SessionEnds } from './push/session-ends.ts'
import { enter, idsIn, type LiveServer, type LiveSocket } from './sockets.ts'

interface Door {
  ends: SessionEnds
  /** Begins to answer what the socket sends. */
  listen(socket: LiveSocket): void
}

/** Lets sockets in: who it is, then all their rooms, then `ready` (LIVE L4). */
export function welcomeSockets(io: LiveServer, parts: GatewayParts, { ends, listen }: Door): void {
  io.use((socket, next) => {
    identify(socket, parts)
      .then((data) => void (socket.data = data))
      .then(next, (error: unknown) => {
        logger.error({ err: error }, 'a handshake failed')
        next(new Error(MESSAGES.busy))
      })
  })

  io.on('connection', (socket) => {
    forgetRequest(socket)
    connected.inc()
    socket.once('disconnect', countOut)
    listen(socket)
    enterRooms(socket).catch((error: unknown) => {
      logger.error({ err: error }, 'a socket could not be let in')
      socket.disconnect(true)
    })
  })

  async function enterRooms(socket: LiveSocket): Promise<void> {
    const { userId } = socket.data
    if (userId && !(await enterOwnRooms(socket, userId))) return
    sayReady(socket)
  }

  async function enterOwnRooms(socket: LiveSocket, userId: string): Promise<boolean> {
    if (idsIn(io, userRoom(userId)).size >= LIVE_LIMITS.socketsPerPerson) {
      socket.disconnect(true)
      return false
    }
    enter(socket, [userRoom(userId)])
    // From here on no change passes this socket by; what was read before may have been overtaken by one.
    const viewer = await parts.loadViewer(userId)
    if (!viewer || viewer.sessionEpoch !== socket.data.epoch || ends.hasEnded(socket)) {
      sendAway(socket, 'expired')
      return false
    }
    enter(socket, hiddenPeopleRooms(viewer))
    return true
  }
}

/** In all its rooms: what was fetched before is fetched once more. */
export const sayReady = (socket: LiveSocket): void =>
  void socket.emit('ready', { userId: socket.data.userId, now: new Date().toISOString() })

const countOut = (): void => connected.dec()
