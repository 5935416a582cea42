import { performance } from 'node:perf_hooks'
import { deliveryTimes } from '#server/platform/vitals.ts'
import type { LiveServer, LiveSocket } from './sockets.ts'

/** At most one push in this time is measured, ms: a figure of how things are, not a weight on them. */
const GAP = 1_000
/** Who does not answer by then has gone: not counted. */
const PATIENCE = 10_000

let measuredAt = -GAP

/** One of these sockets when it is time to measure again, else null. */
export function pickForMeasure(io: LiveServer, whose: () => readonly string[]): LiveSocket | null {
  const now = performance.now()
  if (now - measuredAt < GAP) return null
  const ids = whose()
  const socket =
    ids.length > 0 ? io.of('/').sockets.get(ids[Math.floor(Math.random() * ids.length)]!) : undefined
  if (!socket) return null
  measuredAt = now
  return socket
}

/**
 * Notes how long the push that was sent just now takes to this page: an echo is sent behind it on the same
 * wire, and what comes back has passed it. The push itself stays the same bytes for everybody (LIVE L16).
 */
export function measureDelivery(socket: LiveSocket): void {
  const began = performance.now()
  socket
    .timeout(PATIENCE)
    .emit(
      'echo',
      { at: new Date().toISOString() },
      (error) => void (error ?? deliveryTimes.record(performance.now() - began)),
    )
}
