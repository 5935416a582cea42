import { LRUCache } from 'lru-cache'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
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
import type { Delivery } from '../delivery.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { GatewayParts } from '../parts.ts'
import type { Presence } from '../signals/presence.ts'
import { enter, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

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
  delivery: Delivery,
  presence: Presence,
  { acceptsMessagesFrom }: Pick<GatewayParts, 'acceptsMessagesFrom'>,
): OpenChats {
  // A page that opens and a change at the same moment: the second one reads the state after the first.
  const inTurn = (userId: string, otherId: string, work: () => Promise<void>) =>
    oneAtATime(openChatRoom(userId, otherId), work)
  // Only the first message to somebody changes anything. Bounded (LIVE L17).
  const written = new LRUCache<string, true>({ max: 20_000 })

  /** A stranger always gets "not online", whatever is true. */
  async function allow({ userId, otherId, allowed }: DomainEvents['presence:allowed']): Promise<void> {
    const pages = socketsIn(io, openChatRoom(userId, otherId))
    if (pages.length === 0) return
    if (allowed) await Promise.all(pages.map((socket) => enter(socket, [presenceRoom(otherId)])))
    else pages.forEach((socket) => leave(socket, [presenceRoom(otherId)]))
    const online = allowed && (await presence.isOnline(otherId))
    await delivery.to(openChatPages(userId, otherId), 'presence', { userId: otherId, online })
  }

  const hidePresence = (userId: string, otherId: string): Promise<void> =>
    delivery.to(openChatPagesDespiteBlock(userId, otherId), 'presence', { userId: otherId, online: false })

  const update = (userId: string, otherId: string) =>
    inTurn(userId, otherId, async () => {
      bus.emit('presence:allowed', {
        userId,
        otherId,
        allowed: await acceptsMessagesFrom(otherId, userId),
      })
    })

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
    bus.onCluster('relation:changed', async ({ userId, otherId, hidden, kind }) => {
      if (kind === 'block' && hidden)
        await Promise.all([hidePresence(userId, otherId), hidePresence(otherId, userId)])
    }),
    bus.onCluster('presence:allowed', allow, ({ userId, otherId }) => [openChatRoom(userId, otherId)]),
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
        await enter(socket, [openChatRoom(userId, otherId)])
        if (!(await acceptsMessagesFrom(otherId, userId))) return presence.sendOffline(socket, otherId)
        await enter(socket, [presenceRoom(otherId)])
        inBackground('presence', presence.sendSnapshot(socket, otherId))
      }),
    end: (socket, userId, otherId) => leave(socket, [openChatRoom(userId, otherId), presenceRoom(otherId)]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
