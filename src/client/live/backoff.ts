import { TIMINGS } from '#contract/limits.ts'

/**
 * Wait before try number `attempt` (0 the first), in ms: doubling from 1-2 s to 15-30 s, and spread evenly
 * over the upper half, so that a restarted server is not met by everybody at once (LIVE L9).
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(TIMINGS.reconnectMax, 2 * TIMINGS.reconnectMin * 2 ** attempt)
  return most / 2 + random() * (most / 2)
}
