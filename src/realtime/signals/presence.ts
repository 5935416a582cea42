import { blockedRoom, presenceRoom, presenceWatchers, userIdOf, watchedPersonOf } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import type { PresenceBoard } from './presence-board.ts'

/** A page that is reloaded is not somebody who left, ms. */
const GRACE = 4_000
/** How often this process says who is here and looks up those whom its sockets look at, ms. */
const BEAT = 15_000
/** A process that says nothing for this long is not there any more, ms. */
export const PRESENCE_LIFETIME = 3 * BEAT

export interface Presence {
  /** Tells one socket whether a person is there now. */
  greet(socket: LiveSocket, userId: string): Promise<void>
  /** Tells one socket the same as of anybody who is not there. */
  greetStranger(socket: LiveSocket, userId: string): void
  isThere(userId: string): Promise<boolean>
  /** Says again who is here: what the processes share may have been lost. */
  repeat(): Promise<void>
  stop(): Promise<void>
}

/**
 * Who is there, told to those who look at a conversation with them. Volatile, never stored as truth (LIVE
 * L15).
 */
export function tellPresence(io: LiveServer, board: PresenceBoard): Presence {
  const doors = watchDoors(io, {
    arrive: async (userId) => void ((await board.arrive(userId)) && tell(io, userId, true)),
    leave: async (userId) => void ((await board.leave(userId)) && tell(io, userId, false)),
  })
  const isThere = async (userId: string) => (await board.areThere([userId]))[0] ?? false
  const repeat = () => board.beat(idsOf(io, userIdOf))
  const lookAround = lookForTheLost(io, board)
  const timer = setInterval(() => inBackground('presence', repeat().then(lookAround)), BEAT).unref()
  return {
    async greet(socket, userId) {
      const online = await isThere(userId)
      if (socket.rooms.has(presenceRoom(userId))) greetWith(socket, userId, online)
    },
    greetStranger: (socket, userId) => greetWith(socket, userId, false),
    isThere,
    repeat,
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(
        [...doors.close(), ...idsOf(io, userIdOf)].map((userId) => board.leave(userId)),
      )
    },
  }
}

function tell(where: Pick<LiveServer, 'to'> | LiveServer['local'], userId: string, online: boolean): void {
  const { rooms, except } = presenceWatchers(userId)
  where
    .to([...rooms])
    .except([...except])
    .volatile.emit('presence', { userId, online })
}

function greetWith(socket: LiveSocket, userId: string, online: boolean): void {
  if (!socket.rooms.has(blockedRoom(userId))) socket.emit('presence', { userId, online })
}

const idsOf = (io: LiveServer, personOf: (room: string) => string | null): string[] =>
  [...io.of('/').adapter.rooms.keys()].flatMap((room) => personOf(room) ?? [])

interface Doors {
  /** Answers those who are just leaving. */
  close(): string[]
}

/** A person's first socket in this process opens their room, the last one closes it. */
function watchDoors(
  io: LiveServer,
  { arrive, leave }: { arrive(userId: string): Promise<void>; leave(userId: string): Promise<void> },
): Doors {
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
        setTimeout(() => gone(userId), GRACE),
      )
  }
  const gone = (userId: string): void => {
    leaving.delete(userId)
    inBackground('presence', leave(userId))
  }

  adapter.on('create-room', opened)
  adapter.on('delete-room', closed)
  return {
    close() {
      adapter.off('create-room', opened)
      adapter.off('delete-room', closed)
      leaving.forEach((timeout) => clearTimeout(timeout))
      return [...leaving.keys()]
    },
  }
}

/**
 * Where a process was killed nobody says that its people have gone: each process looks up those its sockets
 * look at.
 */
function lookForTheLost(io: LiveServer, board: PresenceBoard): () => Promise<void> {
  let believed = new Map<string, boolean>()
  return async () => {
    const watched = idsOf(io, watchedPersonOf)
    const there = await board.areThere(watched)
    const now = new Map(watched.map((userId, at) => [userId, there[at] ?? false]))
    for (const [userId, online] of now) {
      if ((believed.get(userId) ?? online) !== online) tell(io.local, userId, online)
    }
    believed = now
  }
}
