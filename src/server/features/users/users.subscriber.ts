import { bus } from '#server/platform/bus.ts'
import { cluster } from '#server/platform/cluster.ts'
import { forgetViewer } from './viewers.service.ts'

/** What changes a viewer makes the caches read it anew: this process's before the answer that caused it is sent. */
export function keepViewersFresh(): () => void {
  const stops = [
    bus.on('viewer:updated', ({ user }) => forget([user.id])),
    bus.on('relation:changed', ({ userId, otherId }) => forget([userId, otherId])),
    bus.on('session:ended', ({ userId }) => forget([userId])),
    cluster.onForget('viewer', forgetViewer),
  ]
  return () => stops.forEach((stop) => stop())
}

function forget(ids: string[]): Promise<void> {
  ids.forEach(forgetViewer)
  return cluster.forget('viewer', ids)
}
