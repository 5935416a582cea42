import { isLive, useConnection } from './connection.store.ts'

/**
 * After a connect the resync fetches everything within 2 s. Only what it fetched too early is fetched again.
 */
const RESYNC_DONE_MS = 3_000

/**
 * For `onWatched`: pushes begin now. What was fetched before `unchangedSince` may be outdated (LIVE L4) and
 * is fetched again, unless that has happened meanwhile. Right after a connect the resync does it, which is
 * spread over time (LIVE L9).
 */
export function refetchOnSubscribe(
  unchangedSince: number,
  fetchedAt: () => number,
  fetch: () => Promise<void>,
): void {
  const isResyncRunning = isLive() && Date.now() - useConnection.getState().since < RESYNC_DONE_MS
  const refetch = () => {
    // When the server cannot be reached, the resync fetches.
    if (fetchedAt() < unchangedSince) void fetch().catch(() => undefined)
  }
  if (isResyncRunning) setTimeout(refetch, RESYNC_DONE_MS)
  else refetch()
}
