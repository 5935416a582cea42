import { isUnchangedAtReady } from './connection.store.ts'
import { onReset, onResync } from './registry.ts'

/**
 * A read of what pushes keep up to date for the viewer. Each resync repeats it while it `isWanted`, but the one after
 * `ready` not when nothing about the viewer has changed since it began (LIVE L4). Returns the way to read now, which
 * throws ApiError.
 */
export function createLiveRead(
  name: string,
  isWanted: () => boolean,
  fetch: () => Promise<void>,
): () => Promise<void> {
  let askedAt = 0
  let last = Promise.resolve()
  const read = () => {
    askedAt = Date.now()
    last = fetch()
    last.catch(() => (askedAt = 0))
    return last
  }
  onResync(name, async (cause) => {
    // A read that is under way may fail.
    if (isWanted()) await (isUnchangedAtReady(cause, askedAt) ? last : read())
  })
  onReset(() => (askedAt = 0))
  return read
}
