import { bus } from '#server/platform/bus.ts'
import { forgetFollowees } from './follow-graph.service.ts'

/** Following somebody shows in the following feed at once. */
export function keepFolloweesFresh(): () => void {
  const stops = [
    bus.on('user:followed', ({ followerId }) => forgetFollowees(followerId)),
    bus.on('user:unfollowed', ({ followerId }) => forgetFollowees(followerId)),
  ]
  return () => stops.forEach((stop) => stop())
}
