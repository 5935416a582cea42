import { LRUCache } from 'lru-cache'

interface Version {
  readonly id: string
  readonly rev: number
}

/** Longer than an event is under way between two server processes, ms. */
const TTL_MS = 60_000
const MAX_DELETIONS = 10_000

/** What was deleted in the last minute. */
export interface Deletions {
  note(deleted: Version): void
  /** Whether this state is from before its deletion: its event was overtaken, and is not pushed any more (LIVE L75). */
  cover(state: Version): boolean
}

export function rememberDeletions(): Deletions {
  const revs = new LRUCache<string, number>({ max: MAX_DELETIONS, ttl: TTL_MS })
  return {
    note: ({ id, rev }) => void revs.set(id, rev),
    cover: ({ id, rev }) => rev <= (revs.get(id) ?? -1),
  }
}
