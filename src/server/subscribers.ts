import { subscribeMessages } from './features/messages/messages.subscriber.ts'

/** Features that listen to others' events on the bus. Each returns the function that stops it. */
type Subscribe = () => () => void

export const subscribers: readonly Subscribe[] = [subscribeMessages]
