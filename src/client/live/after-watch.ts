import { whenFetched } from './connection.store.ts'

/**
 * For `onWatched`: pushes begin now. What was fetched before `unchangedSince` may be outdated (LIVE L4) and
 * is fetched again, unless that has happened meanwhile. Right after a connect the resync does it, when it is the
 * page's turn (LIVE L9): only what it did not fetch, or too early, is fetched again.
 */
export function refetchOnSubscribe(
  unchangedSince: number,
  fetchedAt: () => number,
  fetch: () => Promise<void>,
): void {
  void whenFetched().then(() => {
    // When the server cannot be reached, the resync fetches.
    if (fetchedAt() < unchangedSince) void fetch().catch(() => undefined)
  })
}
