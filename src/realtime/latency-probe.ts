import { performance } from 'node:perf_hooks'
import { deliveryTimes } from '#server/platform/vitals.ts'
import { clock } from '#server/platform/clock.ts'
import type { LiveServer, LiveSocket } from './sockets.ts'

/** At most one push in this time is measured, ms. */
const PROBE_INTERVAL_MS = 1_000
/** A page that has not answered by then is gone, and not counted. */
const TIMEOUT_MS = 10_000

let probedAt = -PROBE_INTERVAL_MS

/** One of these sockets when the next measurement is due, else null. */
export function pickSocket(io: LiveServer, candidates: () => readonly string[]): LiveSocket | null {
  const now = performance.now()
  if (now - probedAt < PROBE_INTERVAL_MS) return null
  const ids = candidates()
  const socket =
    ids.length > 0 ? io.of('/').sockets.get(ids[Math.floor(Math.random() * ids.length)]!) : undefined
  if (!socket) return null
  probedAt = now
  return socket
}

/**
 * Measures how long the push that was just sent takes to this page: the probe (`echo`) follows it on the same
 * connection, and the page answers. The push itself stays the same bytes for all (LIVE L16).
 */
export function probeLatency(socket: LiveSocket): void {
  const began = performance.now()
  socket
    .timeout(TIMEOUT_MS)
    .emit(
      'echo',
      { at: clock.date().toISOString() },
      (error) => void (error ?? deliveryTimes.record(performance.now() - began)),
    )
}
