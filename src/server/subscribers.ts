import { keepFolloweesFresh } from './features/follows/follows.subscriber.ts'
import { subscribeMessages } from './features/messages/messages.subscriber.ts'
import { keepViewersFresh } from './features/users/users.subscriber.ts'

/** Features that listen to others' events on the bus. Each returns the function that stops it. */
type Subscribe = () => () => void

export const subscribers: readonly Subscribe[] = [keepViewersFresh, keepFolloweesFresh, subscribeMessages]
