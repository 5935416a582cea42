import type { Connection } from '../sockets.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { cut } from './connection.ts'

interface Allowance {
  packets: number
  /** When `packets` was right, epoch ms. */
  at: number
}

const allowances = new WeakMap<Connection, Allowance>()

/**
 * Counts whatever comes in, garbage and heartbeats too: who sends more than 20 a second and has used up a
 * burst of 40 is cut.
 */
export function guardFloods(connection: Connection): void {
  allowances.set(connection, { packets: LIVE_LIMITS.packetBurst, at: Date.now() })
  connection.on('packet', count)
}

// One function for all sockets; `this` is the connection.
function count(this: Connection): void {
  const allowance = allowances.get(this)
  if (!allowance) return
  const now = Date.now()
  const saved = allowance.packets + ((now - allowance.at) / 1000) * LIVE_LIMITS.packetsPerSecond
  allowance.packets = Math.min(LIVE_LIMITS.packetBurst, saved) - 1
  allowance.at = now
  if (allowance.packets < 0) cut(this)
}
