import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockedRoom, hiddenPeopleRooms, isHidingRoom, mutedRoom, onePerson, userRoom } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { enter, idsIn, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

/**
 * Keeps each person's sockets in the rooms of those they do not meet, through every block and mute, and tells
 * all of their pages what they meet of the other from then on.
 */
export function followRelations(
  io: LiveServer,
  delivery: Delivery,
  { loadViewer }: Pick<GatewayParts, 'loadViewer'>,
): () => void {
  // At once: the very next push already leaves them out.
  const hide = (userId: string, room: string) => {
    for (const socket of socketsIn(io, userRoom(userId))) enter(socket, [room])
  }

  // Two may have blocked each other: only the store knows what is left after one has taken it back.
  const settle = (userId: string, otherId: string, hidden: boolean) =>
    oneAtATime(`hidden:${userId}`, async () => {
      if (idsIn(io, userRoom(userId)).size === 0) return
      const [viewer, other] = await Promise.all([loadViewer(userId), loadViewer(otherId)])
      if (!viewer) return
      if (!hidden) for (const socket of socketsIn(io, userRoom(userId))) takeHiddenPeople(socket, viewer)
      // Of who is gone nothing comes back: no page has to ask again.
      if (!other) return
      await delivery.to(onePerson(userId), 'relation:updated', {
        personId: otherId,
        muted: viewer.muted.has(otherId),
        blocked: viewer.blocked.has(otherId),
      })
    })

  return bus.onAnywhere('relation:changed', async ({ userId, otherId, hidden, kind }) => {
    const roomOf = kind === 'mute' ? mutedRoom : blockedRoom
    const sides: [string, string][] =
      kind === 'mute'
        ? [[userId, otherId]]
        : [
            [userId, otherId],
            [otherId, userId],
          ]
    if (hidden) for (const [one, other] of sides) hide(one, roomOf(other))
    await Promise.all(sides.map(([one, other]) => settle(one, other, hidden)))
  })
}

/** Puts a socket into exactly the rooms of those its person does not meet now. */
export function takeHiddenPeople(socket: LiveSocket, viewer: Viewer): void {
  const wanted = new Set(hiddenPeopleRooms(viewer))
  leave(
    socket,
    [...socket.rooms].filter((room) => isHidingRoom(room) && !wanted.has(room)),
  )
  enter(socket, [...wanted])
}
