import { presenceRoom, presenceWatchers, userIdOf, watchedPersonOf } from '../audience.ts'
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
  /** Says again who is here: what the processes share may have been lost. */
  repeat(): Promise<void>
  stop(): Promise<void>
}

/** Who is there, told to those who look at a conversation with them. Volatile, never stored as truth (LIVE L15). */
export function tellPresence(io: LiveServer, board: PresenceBoard): Presence {
  const { adapter } = io.of('/')
  const leaving = new Map<string, NodeJS.Timeout>()
  /** What the sockets here believe of those they look at. */
  let believed = new Map<string, boolean>()

  function tell(userId: string, online: boolean, where: Pick<LiveServer, 'to'> = io): void {
    const { rooms, except } = presenceWatchers(userId)
    where.to([...rooms]).except([...except]).volatile.emit('presence', { userId, online })
  }

  async function arrive(userId: string): Promise<void> {
    clearTimeout(leaving.get(userId))
    if (!leaving.delete(userId) && (await board.arrive(userId))) tell(userId, true)
  }

  async function leave(userId: string): Promise<void> {
    leaving.delete(userId)
    if (await board.leave(userId)) tell(userId, false)
  }

  const onRoom = (room: string): void => {
    const userId = userIdOf(room)
    if (userId) inBackground('presence', arrive(userId))
  }
  const onRoomGone = (room: string): void => {
    const userId = userIdOf(room)
    if (userId) leaving.set(userId, setTimeout(() => inBackground('presence', leave(userId)), GRACE))
  }

  const idsOf = (personOf: (room: string) => string | null) => [...adapter.rooms.keys()].flatMap((room) => personOf(room) ?? [])
  const repeat = () => board.beat(idsOf(userIdOf))

  // Where a process was killed nobody says that its people have gone.
  async function lookAround(): Promise<void> {
    await repeat()
    const watched = idsOf(watchedPersonOf)
    const there = await board.areThere(watched)
    const now = new Map(watched.map((userId, at) => [userId, there[at]!]))
    for (const [userId, online] of now) {
      if ((believed.get(userId) ?? online) !== online) tell(userId, online, io.local as unknown as LiveServer)
    }
    believed = now
  }

  adapter.on('create-room', onRoom)
  adapter.on('delete-room', onRoomGone)
  const timer = setInterval(() => inBackground('presence', lookAround()), BEAT).unref()
  return {
    async greet(socket, userId) {
      const [online] = await board.areThere([userId])
      if (socket.rooms.has(presenceRoom(userId))) socket.emit('presence', { userId, online: online ?? false })
    },
    repeat,
    async stop() {
      adapter.off('create-room', onRoom)
      adapter.off('delete-room', onRoomGone)
      clearInterval(timer)
      leaving.forEach((timeout) => clearTimeout(timeout))
      await Promise.allSettled([...leaving.keys(), ...idsOf(userIdOf)].map((userId) => board.leave(userId)))
    },
  }
}
