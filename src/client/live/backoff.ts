import { TIMINGS } from '#contract/limits.ts'

/**
 * Wait before attempt number `attempt` (0 is the first), ms: doubles from 1-2 s to 15-30 s, and is spread
 * evenly over the upper half, so that not all pages reconnect to a restarted server at once (LIVE L9).
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(TIMINGS.reconnectMax, 2 * TIMINGS.reconnectMin * 2 ** attempt)
  return most / 2 + random() * (most / 2)
}

const LONGEST_REFUSAL_MS = 60_000
const REFUSAL_SPREAD_MS = 500

/** A wait that the server asked for, ms: pages that were refused together come back one after another. */
export const refusalWait = (askedMs: number, random: () => number = Math.random): number =>
  Math.min(askedMs, LONGEST_REFUSAL_MS) + random() * REFUSAL_SPREAD_MS
