import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockedRoom, hiddenPeopleRooms, isHidingRoom, mutedRoom, onePerson, userRoom } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { enter, idsIn, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

/**
 * Keeps each person's sockets in the rooms of people who are hidden from them, through every block and mute,
 * and sends the new relation to all of their pages.
 */
export function followRelations(
  io: LiveServer,
  delivery: Delivery,
  { loadViewer }: Pick<GatewayParts, 'loadViewer'>,
): () => void {
  // At once: the next push already excludes them.
  const hide = (userId: string, room: string) => {
    for (const socket of socketsIn(io, userRoom(userId))) enter(socket, [room])
  }

  // Both may have blocked each other: after one block ends, only the store knows whether another is left.
  const apply = (userId: string, otherId: string, hidden: boolean) =>
    oneAtATime(`hidden:${userId}`, async () => {
      if (idsIn(io, userRoom(userId)).size === 0) return
      const [viewer, other] = await Promise.all([loadViewer(userId), loadViewer(otherId)])
      if (!viewer) return
      if (!hidden) for (const socket of socketsIn(io, userRoom(userId))) syncHiddenPeople(socket, viewer)
      // The other account was deleted: pages have nothing to fetch again.
      if (!other) return
      await delivery.to(onePerson(userId), 'relation:updated', {
        personId: otherId,
        muted: viewer.muted.has(otherId),
        blocked: viewer.blocked.has(otherId),
      })
    })

  return bus.onCluster('relation:changed', async ({ userId, otherId, hidden, kind }) => {
    const roomOf = kind === 'mute' ? mutedRoom : blockedRoom
    const sides: [string, string][] =
      kind === 'mute'
        ? [[userId, otherId]]
        : [
            [userId, otherId],
            [otherId, userId],
          ]
    if (hidden) for (const [one, other] of sides) hide(one, roomOf(other))
    await Promise.all(sides.map(([one, other]) => apply(one, other, hidden)))
  })
}

/** Puts a socket into exactly the rooms of the people who are hidden from its person now. */
export function syncHiddenPeople(socket: LiveSocket, viewer: Viewer): void {
  const wanted = new Set(hiddenPeopleRooms(viewer))
  leave(
    socket,
    [...socket.rooms].filter((room) => isHidingRoom(room) && !wanted.has(room)),
  )
  enter(socket, [...wanted])
}
