import { bus } from '#server/platform/bus.ts'
import { forgetViewer } from './viewers.service.ts'

/**
 * What changes a viewer, in whatever process, makes the cache read it anew: before the answer that caused it
 * is sent.
 */
export function keepViewersFresh(): () => void {
  const stops = [
    bus.onCluster('viewer:updated', ({ user }) => forgetViewer(user.id)),
    bus.onCluster('relation:changed', ({ userId, otherId }) => [userId, otherId].forEach(forgetViewer)),
    bus.onCluster('session:ended', ({ userId }) => forgetViewer(userId)),
  ]
  return () => stops.forEach((stop) => stop())
}
