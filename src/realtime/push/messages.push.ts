import { bus } from '#server/platform/bus.ts'
import { bothPeople, onePerson } from '../audience.ts'
import type { Push } from './push.ts'

export const pushMessages: Push = ({ everywhere }) => [
  bus.on('message:created', (event) => everywhere(bothPeople(event.message), 'message:created', event)),
  bus.on('message:updated', (event) => everywhere(bothPeople(event.message), 'message:updated', event)),
  // Each person's own view of it: unread counts are nobody else's business.
  bus.on('conversation:updated', ({ userId, conversation }) => everywhere(onePerson(userId), 'conversation:updated', { conversation })),
]
