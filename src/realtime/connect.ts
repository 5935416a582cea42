import { MESSAGES } from '#contract/errors.ts'
import type { ConnectRefusal } from '#contract/events.ts'
import { logger } from '#server/platform/logger.ts'
import { refusedHandshakes as refused, sockets as connected } from '#server/platform/metrics.ts'
import { clock } from '#server/platform/clock.ts'
import { createRounds } from '#server/platform/rounds.ts'
import { userRoom } from './audience.ts'
import type { FetchTurns } from './fetch-turns.ts'
import { createHandshakeQueue, QueueFullError } from './handshake-queue.ts'
import { identify } from './handshake.ts'
import { LIVE_LIMITS } from './live-limits.ts'
import type { GatewayParts } from './parts.ts'
import { syncHiddenPeople } from './rooms/hidden-people.ts'
import type { RecentChanges } from './rooms/recent-changes.ts'
import { disconnect, type SessionEnds } from './push/session-ends.ts'
import { forgetRequest } from './socket-io-internals.ts'
import { enter, idsIn, type LiveServer, type LiveSocket } from './sockets.ts'

/** How long a handshake waits for others, so that their reads share commands, ms. */
const LONGEST_ROUND_MS = 50

interface Hooks {
  ends: SessionEnds
  changes: RecentChanges
  fetchTurns: FetchTurns
  /** Starts to handle the socket's events. */
  listen(socket: LiveSocket): void
}

/** Connects sockets: the handshake, then all their rooms, then `ready` (LIVE L4). */
export function connectSockets(
  io: LiveServer,
  parts: GatewayParts,
  { ends, changes, fetchTurns, listen }: Hooks,
): void {
  const handshakes = createHandshakeQueue()
  const rounds = createRounds(LONGEST_ROUND_MS)
  io.use((socket, next) => {
    handshakes
      .run(async () => {
        if (!isOpen(socket)) return
        const leave = await rounds.enter()
        try {
          socket.data = await identify(socket, parts)
        } finally {
          leave()
        }
        if (hasAllPages(io, socket.data.userId)) throw new CrowdedError(MESSAGES.busy)
      })
      .then(
        () => next(),
        (error: unknown) => next(refusalOf(error)),
      )
  })

  io.on('connection', (socket) => {
    forgetRequest(socket)
    connected.inc()
    socket.once('disconnect', countDisconnect)
    listen(socket)
    enterRooms(socket).catch((error: unknown) => {
      logger.error({ err: error }, 'a socket could not be connected')
      socket.disconnect(true)
    })
  })

  async function enterRooms(socket: LiveSocket): Promise<void> {
    const { userId } = socket.data
    if (userId && !(await enterOwnRooms(socket, userId))) return
    await sendReady(socket, { changes, fetchTurns, parts })
  }

  async function enterOwnRooms(socket: LiveSocket, userId: string): Promise<boolean> {
    // Others have connected since the handshake.
    if (hasAllPages(io, userId)) {
      socket.disconnect(true)
      return false
    }
    await enter(socket, [userRoom(userId)])
    // From here on the socket gets every change; what was read before may be out of date.
    const viewer = await syncHiddenPeople(io, userId, parts.loadViewer)
    if (viewer && viewer.sessionEpoch === socket.data.epoch && !ends.hasEnded(socket)) return true
    disconnect(socket, 'expired')
    return false
  }
}

/** A person whose pages are all connected already: the page tries seldom, and says why. */
class CrowdedError extends Error {}
const CROWDED: ConnectRefusal = { retryAfterMs: 60_000, crowded: true }

const hasAllPages = (io: LiveServer, userId: string | null): boolean =>
  userId !== null && idsIn(io, userRoom(userId)).size >= LIVE_LIMITS.socketsPerPerson

/** The page may have left while it waited. */
const isOpen = ({ conn }: LiveSocket): boolean => conn.readyState === 'open'

/** What the page gets as its `connect_error`; `data` tells it when to try again. */
function refusalOf(error: unknown): Error & { data?: ConnectRefusal } {
  const refusal = new Error(MESSAGES.busy)
  if (error instanceof CrowdedError) return Object.assign(refusal, { data: CROWDED })
  if (error instanceof QueueFullError) {
    refused.inc()
    return Object.assign(refusal, { data: { retryAfterMs: error.retryAfterMs } satisfies ConnectRefusal })
  }
  logger.error({ err: error }, 'a handshake failed')
  return refusal
}

/**
 * The socket is in all its rooms: the page fetches once more what it fetched before. The announcement comes with
 * it, so that no page has to ask.
 */
export async function sendReady(
  socket: LiveSocket,
  {
    changes,
    fetchTurns,
    parts,
  }: {
    changes: Pick<RecentChanges, 'quietMs'>
    fetchTurns: FetchTurns
    parts: Pick<GatewayParts, 'announcement'>
  },
): Promise<void> {
  const { userId } = socket.data
  const announcement = await parts.announcement()
  const quietMs = await changes.quietMs(userId ? [userRoom(userId)] : [])
  socket.emit('ready', {
    userId,
    now: clock.date().toISOString(),
    quietMs,
    fetchInMs: fetchTurns(),
    ...(announcement.rev > 0 && { announcement }),
  })
}

const countDisconnect = (): void => connected.dec()
