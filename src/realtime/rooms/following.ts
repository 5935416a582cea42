import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { authorRoom, isAuthorRoom, topicRoom, userRoom } from '../audience.ts'
import type { GatewayParts } from '../parts.ts'
import { enter, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

const FOLLOWING = topicRoom('following')
const inTurn = (userId: string, work: () => Promise<void>) => oneAtATime(`following:${userId}`, work)

/** Sockets that watch 'following' are in the room of each author their person follows. */
export interface Following {
  /** For a socket that watches already: corrects its rooms. */
  begin(socket: LiveSocket, userId: string): Promise<void>
  end(socket: LiveSocket): void
  stop(): void
}

export function followFollowees(
  io: LiveServer,
  { followeeIds }: Pick<GatewayParts, 'followeeIds'>,
): Following {
  const watching = (userId: string) =>
    socketsIn(io, userRoom(userId)).filter(({ rooms }) => rooms.has(FOLLOWING))
  const stops = [
    bus.onCluster('user:followed', ({ followerId, followeeId }) =>
      inTurn(followerId, async () =>
        watching(followerId).forEach((socket) => enter(socket, [authorRoom(followeeId)])),
      ),
    ),
    bus.onCluster('user:unfollowed', ({ followerId, followeeId }) =>
      inTurn(followerId, async () =>
        watching(followerId).forEach((socket) => leave(socket, [authorRoom(followeeId)])),
      ),
    ),
  ]
  return {
    // Changes wait while the list is read, and are then applied to it.
    begin: (socket, userId) =>
      inTurn(userId, async () => {
        enter(socket, [FOLLOWING])
        const wanted = new Set((await followeeIds(userId)).map(authorRoom))
        if (!socket.rooms.has(FOLLOWING)) return
        leave(
          socket,
          [...socket.rooms].filter((room) => isAuthorRoom(room) && !wanted.has(room)),
        )
        enter(socket, [...wanted])
      }),
    end: (socket) => leave(socket, [FOLLOWING, ...[...socket.rooms].filter(isAuthorRoom)]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
