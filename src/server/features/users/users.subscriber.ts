import { bus } from '#server/platform/bus.ts'
import { forgetViewer } from './viewers.service.ts'

/** What changes a viewer makes the cache read it anew, before the answer that caused it is sent. */
export function keepViewersFresh(): () => void {
  const stops = [
    bus.on('viewer:updated', ({ user }) => forgetViewer(user.id)),
    bus.on('relation:changed', ({ userId, otherId }) => [userId, otherId].forEach(forgetViewer)),
    bus.on('session:ended', ({ userId }) => forgetViewer(userId)),
  ]
  return () => stops.forEach((stop) => stop())
}
