import { LRUCache } from 'lru-cache'
import { bus } from '#server/platform/bus.ts'
import { badRequest } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import {
  isOpenChatRoom,
  openChatPages,
  openChatPagesDespiteBlock,
  openChatRoom,
  presenceRoom,
} from '../audience.ts'
import { inBackground } from '../background.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { GatewayParts } from '../parts.ts'
import type { Presence } from '../signals/presence.ts'
import { enter, leave, toAudience, type LiveServer, type LiveSocket } from '../sockets.ts'

/** Pages that have a conversation open, and whether they may know that the other person is online (LIVE L22). */
export interface OpenChats {
  /** Throws 400 when the socket has too many conversations open (LIVE L17). */
  assertMayOpen(socket: LiveSocket, userId: string, otherId: string): void
  begin(socket: LiveSocket, userId: string, otherId: string): Promise<void>
  end(socket: LiveSocket, userId: string, otherId: string): void
  stop(): void
}

/**
 * Adds pages to the other person's presence room when that person writes, accepts or follows, and removes them when a
 * follow ends and was the only reason.
 */
export function openChats(
  io: LiveServer,
  presence: Presence,
  { acceptsMessagesFrom }: Pick<GatewayParts, 'acceptsMessagesFrom'>,
): OpenChats {
  // A page that opens and a change at the same moment: the second one reads the state after the first.
  const inTurn = (userId: string, otherId: string, work: () => Promise<void>) =>
    oneAtATime(openChatRoom(userId, otherId), work)
  // Only the first message to somebody changes anything. Bounded (LIVE L17).
  const written = new LRUCache<string, true>({ max: 20_000 })

  async function grant(userId: string, otherId: string): Promise<void> {
    io.in(openChatRoom(userId, otherId)).socketsJoin(presenceRoom(otherId))
    sendPresence(userId, otherId, await presence.isOnline(otherId))
  }

  // A stranger always gets "not online", whatever is true.
  function revoke(userId: string, otherId: string): void {
    io.in(openChatRoom(userId, otherId)).socketsLeave(presenceRoom(otherId))
    sendPresence(userId, otherId, false)
  }

  const sendPresence = (userId: string, otherId: string, online: boolean): void =>
    void toAudience(io, openChatPages(userId, otherId)).emit('presence', { userId: otherId, online })

  const hidePresence = (userId: string, otherId: string): void =>
    void toAudience(io, openChatPagesDespiteBlock(userId, otherId)).emit('presence', {
      userId: otherId,
      online: false,
    })

  const update = (userId: string, otherId: string) =>
    inTurn(userId, otherId, async () =>
      (await acceptsMessagesFrom(otherId, userId)) ? grant(userId, otherId) : revoke(userId, otherId),
    )

  const stops = [
    bus.onLocal('message:created', async ({ message: { conversationId, senderId, receiverId } }) => {
      // A group shows nobody's presence.
      if (receiverId === conversationId) return
      const key = openChatRoom(receiverId, senderId)
      if (written.has(key)) return
      await update(receiverId, senderId)
      written.set(key, true)
    }),
    // A page that shows "online" from before the block must not keep it.
    bus.onLocal('relation:changed', ({ userId, otherId, hidden, kind }) => {
      if (kind === 'block' && hidden)
        for (const [one, other] of [
          [userId, otherId],
          [otherId, userId],
        ] as const)
          hidePresence(one, other)
    }),
    bus.onLocal('user:followed', ({ followerId, followeeId }) => update(followeeId, followerId)),
    bus.onLocal('request:accepted', ({ userId, otherId }) => update(otherId, userId)),
    bus.onLocal('user:unfollowed', ({ followerId, followeeId }) => update(followeeId, followerId)),
  ]

  return {
    assertMayOpen(socket, userId, otherId) {
      const open = [...socket.rooms].filter(
        (room) => isOpenChatRoom(room) && room !== openChatRoom(userId, otherId),
      )
      if (open.length >= LIVE_LIMITS.watchedPeople) throw badRequest()
    },
    begin: (socket, userId, otherId) =>
      inTurn(userId, otherId, async () => {
        enter(socket, [openChatRoom(userId, otherId)])
        if (!(await acceptsMessagesFrom(otherId, userId))) return presence.sendOffline(socket, otherId)
        enter(socket, [presenceRoom(otherId)])
        inBackground('presence', presence.sendSnapshot(socket, otherId))
      }),
    end: (socket, userId, otherId) => leave(socket, [openChatRoom(userId, otherId), presenceRoom(otherId)]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
