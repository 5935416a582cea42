import { bus } from '#server/platform/bus.ts'
import { ADMIN_ROOMS, onePerson, userRoom } from '../audience.ts'
import { leave, socketsIn } from '../sockets.ts'
import type { Push } from './push.ts'

export const pushViewer: Push = ({ io, delivery, everywhere }) => [
  bus.on('sessions:updated', ({ userId, sessions }) => everywhere(onePerson(userId), 'sessions:updated', { sessions })),
  bus.onAnywhere('viewer:updated', ({ user }) => {
    // Who is no admin any more hears no figures from this moment on (LIVE L10).
    if (!user.isAdmin) for (const socket of socketsIn(io, userRoom(user.id))) leave(socket, ADMIN_ROOMS)
    return delivery.to(onePerson(user.id), 'viewer:updated', { user })
  }),
  bus.on('privacy:updated', ({ userId, settings }) => everywhere(onePerson(userId), 'privacy:updated', { settings })),
]
