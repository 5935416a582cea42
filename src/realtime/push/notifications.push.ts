import { bus } from '#server/platform/bus.ts'
import { onePerson } from '../audience.ts'
import type { Push } from './push.ts'

export const pushNotifications: Push = ({ everywhere }) => [
  bus.on('notification:created', ({ userId, notification }) => everywhere(onePerson(userId), 'notification:created', { notification })),
  bus.on('notification:updated', ({ userId, notifications }) => everywhere(onePerson(userId), 'notification:updated', { notifications })),
  bus.on('notification:deleted', ({ userId, ids }) => everywhere(onePerson(userId), 'notification:deleted', { ids })),
  bus.on('notification:count', ({ userId, count, rev }) => everywhere(onePerson(userId), 'notification:count', { count, rev })),
]
