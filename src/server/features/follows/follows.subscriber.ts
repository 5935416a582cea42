import { bus } from '#server/platform/bus.ts'
import { cluster } from '#server/platform/cluster.ts'
import { forgetFollowees } from './follow-graph.service.ts'

/** Following somebody shows in the following feed at once, in whatever process it is read. */
export function keepFolloweesFresh(): () => void {
  const stops = [
    bus.on('user:followed', ({ followerId }) => forget(followerId)),
    bus.on('user:unfollowed', ({ followerId }) => forget(followerId)),
    cluster.onForget('followees', forgetFollowees),
  ]
  return () => stops.forEach((stop) => stop())
}

function forget(followerId: string): Promise<void> {
  forgetFollowees(followerId)
  return cluster.forget('followees', [followerId])
}
