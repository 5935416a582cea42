import { bus } from '#server/platform/bus.ts'
import { forgetViewer } from './viewers.service.ts'

/**
 * What changes a viewer, in whatever process, makes the cache read it anew: before the answer that caused it
 * is sent.
 */
export function keepViewersFresh(): () => void {
  const stops = [
    bus.onAnywhere('viewer:updated', ({ user }) => forgetViewer(user.id)),
    bus.onAnywhere('relation:changed', ({ userId, otherId }) => [userId, otherId].forEach(forgetViewer)),
    bus.onAnywhere('session:ended', ({ userId }) => forgetViewer(userId)),
  ]
  return () => stops.forEach((stop) => stop())
}
