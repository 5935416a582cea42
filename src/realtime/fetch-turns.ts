export type FetchTurns = () => number

/** About what a page needs that comes back: the reads of home are 1 ms of CPU. */
const PACE_MS = 1

/**
 * The turns in which pages fetch what they may have missed, as many a second as one process can answer: all pages
 * connect again after a restart, and all hear of an outage at the same moment. Answers how long a page waits for its
 * turn, ms: 0 for one that comes alone.
 */
export function createFetchTurns(now: () => number = () => performance.now()): FetchTurns {
  let free = 0
  return () => {
    const turn = Math.max(now(), free)
    free = turn + PACE_MS
    return Math.round(turn - now())
  }
}
