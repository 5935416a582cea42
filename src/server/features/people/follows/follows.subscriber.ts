import { bus } from '#server/platform/bus.ts'
import { forgetFollowees } from './follow-graph.service.ts'

/** Following somebody shows in the following feed at once, in whatever process it is read. */
export function keepFolloweesFresh(): () => void {
  const stops = [
    bus.onAnywhere('user:followed', ({ followerId }) => forgetFollowees(followerId)),
    bus.onAnywhere('user:unfollowed', ({ followerId }) => forgetFollowees(followerId)),
  ]
  return () => stops.forEach((stop) => stop())
}
