import { bus } from '#server/platform/bus.ts'
import { forgetFollowees } from './follow-graph.service.ts'

/** Following somebody shows in the following feed at once, in whatever process it is read. */
export function keepFolloweesFresh(): () => void {
  const stops = [
    bus.onCluster('user:followed', ({ followerId }) => forgetFollowees(followerId)),
    bus.onCluster('user:unfollowed', ({ followerId }) => forgetFollowees(followerId)),
  ]
  return () => stops.forEach((stop) => stop())
}
