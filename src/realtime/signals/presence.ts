import type { Redis } from 'ioredis'
import { bus } from '#server/platform/bus.ts'
import { presenceRoom, presenceWatchers, userIdOf, watchedPersonOf } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { Delivery } from '../delivery.ts'
import { exclusionBy } from '../rooms/hidden-people.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import { localBoard, resilientBoard, type PresenceBoard } from './presence-board.ts'

/** A person whose page reloads has not left, ms. */
const GRACE_MS = 4_000
/** How often this process renews its people, and checks the people that its sockets watch, ms. */
const HEARTBEAT_MS = 15_000
/** What a process does not renew for this long expires, ms. */
const LIFETIME_MS = 3 * HEARTBEAT_MS

export interface Presence {
  /** Sends one socket whether a person is online now. */
  sendSnapshot(socket: LiveSocket, userId: string): Promise<void>
  /** Sends one socket "not online", for a stranger. */
  sendOffline(socket: LiveSocket, userId: string): void
  isOnline(userId: string): Promise<boolean>
  /** Renews all people of this process: the shared state may have been lost. */
  announceAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends whether people are online to pages that have a conversation with them open. Volatile, never stored as
 * truth (LIVE L15). `redis`: where there are other server processes.
 */
export function startPresence(io: LiveServer, delivery: Delivery, redis: Redis | null): Presence {
  const board = redis ? resilientBoard(redis, LIFETIME_MS) : localBoard()
  const edges = watchPresenceEdges(io, {
    arrive: async (userId) =>
      void ((await board.arrive(userId)) && bus.emit('presence', { userId, online: true })),
    leave: async (userId) =>
      void ((await board.leave(userId)) && bus.emit('presence', { userId, online: false })),
  })
  const isOnline = async (userId: string) => (await board.areOnline([userId]))[0] ?? false
  const announceAll = () => board.renew(peopleIn(io, userIdOf))
  const send = (userId: string, online: boolean) =>
    delivery.volatile(presenceWatchers(userId), 'presence', { userId, online })
  const stopListening = bus.onCluster(
    'presence',
    ({ userId, online }) => send(userId, online),
    ({ userId }) => [presenceRoom(userId)],
  )
  const correct = correctWatched(io, board, send)
  const timer = setInterval(() => inBackground('presence', announceAll().then(correct)), HEARTBEAT_MS).unref()
  return {
    async sendSnapshot(socket, userId) {
      const online = await isOnline(userId)
      if (socket.rooms.has(presenceRoom(userId))) sendTo(io, socket, userId, online)
    },
    sendOffline: (socket, userId) => sendTo(io, socket, userId, false),
    isOnline,
    announceAll,
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(
        [...edges.stop(), ...peopleIn(io, userIdOf)].map((userId) => board.leave(userId)),
      )
      stopListening()
    },
  }
}

function sendTo(io: LiveServer, socket: LiveSocket, userId: string, online: boolean): void {
  const isExcluded = exclusionBy(io, presenceWatchers(userId).except)
  if (!isExcluded?.(socket.id)) socket.emit('presence', { userId, online })
}

const peopleIn = (io: LiveServer, personOf: (room: string) => string | null): string[] =>
  [...io.of('/').adapter.rooms.keys()].flatMap((room) => personOf(room) ?? [])

interface PresenceEdges {
  /** Returns the people who were just leaving. */
  stop(): string[]
}

/** The first socket of a person in this process creates their room, the last one deletes it. */
function watchPresenceEdges(
  io: LiveServer,
  { arrive, leave }: { arrive(userId: string): Promise<void>; leave(userId: string): Promise<void> },
): PresenceEdges {
  const { adapter } = io.of('/')
  const leaving = new Map<string, NodeJS.Timeout>()

  const opened = (room: string): void => {
    const userId = userIdOf(room)
    if (!userId) return
    clearTimeout(leaving.get(userId))
    if (!leaving.delete(userId)) inBackground('presence', arrive(userId))
  }
  const closed = (room: string): void => {
    const userId = userIdOf(room)
    if (userId)
      leaving.set(
        userId,
        setTimeout(() => left(userId), GRACE_MS),
      )
  }
  const left = (userId: string): void => {
    leaving.delete(userId)
    inBackground('presence', leave(userId))
  }

  adapter.on('create-room', opened)
  adapter.on('delete-room', closed)
  return {
    stop() {
      adapter.off('create-room', opened)
      adapter.off('delete-room', closed)
      leaving.forEach((timeout) => clearTimeout(timeout))
      return [...leaving.keys()]
    },
  }
}

/**
 * A process that was killed does not announce that its people left: each process checks the people that its
 * own sockets watch.
 */
function correctWatched(
  io: LiveServer,
  board: PresenceBoard,
  send: (userId: string, online: boolean) => void,
): () => Promise<void> {
  let known = new Map<string, boolean>()
  return async () => {
    const watched = peopleIn(io, watchedPersonOf)
    const online = await board.areOnline(watched)
    const now = new Map(watched.map((userId, at) => [userId, online[at] ?? false]))
    for (const [userId, isOnlineNow] of now) {
      if ((known.get(userId) ?? isOnlineNow) !== isOnlineNow) send(userId, isOnlineNow)
    }
    known = now
  }
}
