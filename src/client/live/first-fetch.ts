import { isLive, useConnection } from './connection.store.ts'
import { isResyncExpected } from './resync.ts'

/** How long a first fetch waits for `ready`, after which one answer is enough. ms. */
const MAX_WAIT_MS = 2_000

/**
 * The first fetch of data that pushes keep up to date. While the first connection is being opened it waits,
 * because `ready` starts a resync that fetches the same data: one request then serves both (LIVE L4). Without
 * a connection it runs at once. When it fails, the next resync fetches.
 */
export function firstFetch(fetch: () => Promise<void>): void {
  if (isResyncExpected()) return
  const run = () => void fetch().catch(() => undefined)
  if (isLive() || useConnection.getState().status !== 'connecting') return run()
  const stop = useConnection.subscribe(({ status }) => {
    if (status === 'connecting') return
    clearTimeout(timer)
    stop()
    if (status !== 'live') run()
  })
  const timer = setTimeout(() => {
    stop()
    run()
  }, MAX_WAIT_MS)
}
