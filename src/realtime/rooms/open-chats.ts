import { LRUCache } from 'lru-cache'
import { bus } from '#server/platform/bus.ts'
import { badRequest } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { blockedRoom, isOpenChatRoom, openChatRoom, presenceRoom } from '../audience.ts'
import { inBackground } from '../background.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { GatewayParts } from '../parts.ts'
import type { Presence } from '../signals/presence.ts'
import { enter, leave, type LiveServer, type LiveSocket } from '../sockets.ts'

/**
 * The pages that have a conversation open, and whether they may know that the other person is there (LIVE
 * L22).
 */
export interface OpenChats {
  /** Throws 400 when that would be more conversations than anybody has open (LIVE L17). */
  assertRoom(socket: LiveSocket, userId: string, otherId: string): void
  begin(socket: LiveSocket, userId: string, otherId: string): Promise<void>
  end(socket: LiveSocket, userId: string, otherId: string): void
  stop(): void
}

/**
 * Puts pages into the other person's presence room once that person writes or follows, and takes them out
 * when a follow was all there was.
 */
export function openChats(
  io: LiveServer,
  presence: Presence,
  { welcomes }: Pick<GatewayParts, 'welcomes'>,
): OpenChats {
  // A page that begins to watch and a change at the same moment: whoever comes second reads what is true
  // then.
  const inTurn = (userId: string, otherId: string, work: () => Promise<void>) =>
    oneAtATime(openChatRoom(userId, otherId), work)
  // Who has written once stays welcome: only the first message changes anything. Bounded (LIVE L17).
  const written = new LRUCache<string, true>({ max: 20_000 })

  async function letIn(userId: string, otherId: string): Promise<void> {
    io.in(openChatRoom(userId, otherId)).socketsJoin(presenceRoom(otherId))
    tell(userId, otherId, await presence.isThere(otherId))
  }

  // A stranger always reads "not online", so that it says nothing.
  function sendOut(userId: string, otherId: string): void {
    io.in(openChatRoom(userId, otherId)).socketsLeave(presenceRoom(otherId))
    tell(userId, otherId, false)
  }

  const tell = (userId: string, otherId: string, online: boolean): void =>
    void io
      .to(openChatRoom(userId, otherId))
      .except(blockedRoom(otherId))
      .emit('presence', { userId: otherId, online })

  const hideNow = (userId: string, otherId: string): void =>
    void io.to(openChatRoom(userId, otherId)).emit('presence', { userId: otherId, online: false })

  const settle = (userId: string, otherId: string) =>
    inTurn(userId, otherId, async () =>
      (await welcomes(otherId, userId)) ? letIn(userId, otherId) : sendOut(userId, otherId),
    )

  const stops = [
    bus.on('message:created', async ({ message: { senderId, receiverId } }) => {
      const key = openChatRoom(receiverId, senderId)
      if (written.has(key)) return
      await settle(receiverId, senderId)
      written.set(key, true)
    }),
    // Whoever read "online" before the block does not go on reading it.
    bus.on('relation:changed', ({ userId, otherId, hidden, kind }) => {
      if (kind === 'block' && hidden)
        for (const [one, other] of [
          [userId, otherId],
          [otherId, userId],
        ] as const)
          hideNow(one, other)
    }),
    bus.on('user:followed', ({ followerId, followeeId }) => settle(followeeId, followerId)),
    bus.on('user:unfollowed', ({ followerId, followeeId }) => settle(followeeId, followerId)),
  ]

  return {
    assertRoom(socket, userId, otherId) {
      const open = [...socket.rooms].filter(
        (room) => isOpenChatRoom(room) && room !== openChatRoom(userId, otherId),
      )
      if (open.length >= LIVE_LIMITS.watchedPeople) throw badRequest()
    },
    begin: (socket, userId, otherId) =>
      inTurn(userId, otherId, async () => {
        enter(socket, [openChatRoom(userId, otherId)])
        if (!(await welcomes(otherId, userId))) return presence.greetStranger(socket, otherId)
        enter(socket, [presenceRoom(otherId)])
        inBackground('presence', presence.greet(socket, otherId))
      }),
    end: (socket, userId, otherId) => leave(socket, [openChatRoom(userId, otherId), presenceRoom(otherId)]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
