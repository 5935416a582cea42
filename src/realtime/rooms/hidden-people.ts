import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockedRoom, hiddenPeopleRooms, isHidingRoom, mutedRoom, userRoom } from '../audience.ts'
import type { GatewayParts } from '../parts.ts'
import { enter, idsIn, leave, socketsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

/** Keeps each person's sockets in the rooms of those they do not meet, through every block and mute. */
export function followRelations(io: LiveServer, { loadViewer }: Pick<GatewayParts, 'loadViewer'>): () => void {
  // Two may have blocked each other: only the store knows what is left after one has taken it back.
  const refresh = (userId: string) =>
    oneAtATime(`hidden:${userId}`, async () => {
      if (idsIn(io, userRoom(userId)).size === 0) return
      const viewer = await loadViewer(userId)
      if (viewer) for (const socket of socketsIn(io, userRoom(userId))) takeHiddenPeople(socket, viewer)
    })

  // At once: the very next push already leaves them out.
  const hide = (userId: string, room: string) => {
    for (const socket of socketsIn(io, userRoom(userId))) enter(socket, [room])
  }

  return bus.onAnywhere('relation:changed', async ({ userId, otherId, hidden, kind }) => {
    if (kind === 'mute') return hidden ? hide(userId, mutedRoom(otherId)) : refresh(userId)
    if (!hidden) return void (await Promise.all([refresh(userId), refresh(otherId)]))
    hide(userId, blockedRoom(otherId))
    hide(otherId, blockedRoom(userId))
  })
}

/** Puts a socket into exactly the rooms of those its person does not meet now. */
export function takeHiddenPeople(socket: LiveSocket, viewer: Viewer): void {
  const wanted = new Set(hiddenPeopleRooms(viewer))
  leave(socket, [...socket.rooms].filter((room) => isHidingRoom(room) && !wanted.has(room)))
  enter(socket, [...wanted])
}
