import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { topicRoom, userRoom } from '../audience.ts'
import type { GatewayParts } from '../parts.ts'
import { enter, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'
import { PeopleSets } from './people-sets.ts'

const FOLLOWING = topicRoom('following')
const inTurn = (userId: string, work: () => Promise<void>) => oneAtATime(`following:${userId}`, work)

/** By person with a page that watches 'following' at this process: the people they follow. */
const followees = new WeakMap<LiveServer, PeopleSets>()

function followeesOf(io: LiveServer): PeopleSets {
  const known = followees.get(io)
  if (known) return known
  const sets = new PeopleSets()
  followees.set(io, sets)
  return sets
}

/** A rule that tells which of the sockets that watch 'following' follow an author; null when none does. */
export function followersBy(io: LiveServer, authorId: string): ((socketId: string) => boolean) | null {
  const sets = followeesOf(io)
  if (!sets.isKnown(authorId)) return null
  const { sockets } = io.of('/')
  return (socketId) => {
    const userId = sockets.get(socketId)?.data.userId
    return userId != null && sets.has(userId, authorId)
  }
}

/** Pages that watch 'following' get the new posts of the people whom their person follows. */
export interface Following {
  /** For a socket that watches already: reads the followees again. */
  begin(socket: LiveSocket, userId: string): Promise<void>
  end(socket: LiveSocket): void
  stop(): void
}

export function followFollowees(
  io: LiveServer,
  { followeeIds }: Pick<GatewayParts, 'followeeIds'>,
): Following {
  const { adapter, sockets } = io.of('/')
  const sets = followeesOf(io)
  const isWatching = (userId: string) =>
    socketsIn(io, userRoom(userId)).some(({ rooms }) => rooms.has(FOLLOWING))
  // A page has stopped to watch, or is closed.
  const forget = (room: string, socketId: string) => {
    const userId = room === FOLLOWING ? sockets.get(socketId)?.data.userId : null
    if (userId && !isWatching(userId)) sets.drop(userId)
  }
  adapter.on('leave-room', forget)
  const stops = [
    () => adapter.off('leave-room', forget),
    bus.onCluster('user:followed', ({ followerId, followeeId }) =>
      inTurn(followerId, async () => {
        if (isWatching(followerId)) sets.add(followerId, [followeeId])
      }),
    ),
    bus.onCluster('user:unfollowed', ({ followerId, followeeId }) =>
      inTurn(followerId, async () => sets.remove(followerId, followeeId)),
    ),
  ]
  return {
    // Changes wait while the list is read, and are then applied to it.
    begin: (socket, userId) =>
      inTurn(userId, async () => {
        await enter(socket, [FOLLOWING])
        const wanted = await followeeIds(userId)
        if (socket.rooms.has(FOLLOWING)) sets.replace(userId, wanted)
      }),
    end: (socket) => leave(socket, [FOLLOWING]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
