import { isLive, useConnection } from './connection.store.ts'

/**
 * After a connect the resync asks for everything, spread over 2 s; only what it asked too early for is asked
 * again. ms.
 */
const SETTLED = 3_000

/**
 * For `onWatched`: the server has begun to tell us, so what was asked for before may be stale (LIVE L4). Asks
 * again unless that has happened since; right after a connect it leaves it to the resync, which spreads the
 * crowd (LIVE L9).
 */
export function askAfterWatch(askedAt: () => number, ask: () => Promise<void>): void {
  const watchedAt = Date.now()
  const isNew = isLive() && watchedAt - useConnection.getState().since < SETTLED
  const askUnlessAsked = () => {
    // Not reachable right now: as long as it stays so, the resync asks.
    if (askedAt() < watchedAt) void ask().catch(() => undefined)
  }
  if (isNew) setTimeout(askUnlessAsked, SETTLED)
  else askUnlessAsked()
}
