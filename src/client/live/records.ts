import type { Tombstone } from '#contract/events.ts'

/** Anything the server stores: its revision says which of two copies is newer (LIVE L2). */
export interface Stored {
  id: string
  rev: number
}

/**
 * Takes a record into a map unless the map holds the same or a newer one; then the very same map comes back.
 */
export function acceptNewer<T extends Stored>(
  records: ReadonlyMap<string, T>,
  record: T,
): ReadonlyMap<string, T> {
  const held = records.get(record.id)
  return held && held.rev >= record.rev ? records : new Map(records).set(record.id, record)
}

/** Takes a record out; the very same map comes back when it was not in. */
export function withoutRecord<T>(records: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  if (!records.has(id)) return records
  const rest = new Map(records)
  rest.delete(id)
  return rest
}

export interface Graveyard {
  /** Remembers that a record is gone. */
  bury(tombstone: Tombstone): void
  /** Is this a late copy of a record that is gone? */
  isGone(record: Stored): boolean
  clear(): void
}

/**
 * Tombstones of one entity: the newest `most`, so that a late push brings nothing back and nothing grows for
 * ever.
 */
export function createGraveyard(most = 500): Graveyard {
  const graves = new Map<string, number>()
  return {
    bury({ id, rev }) {
      const known = graves.get(id) ?? 0
      graves.delete(id)
      graves.set(id, Math.max(rev, known))
      for (const oldest of graves.keys()) {
        if (graves.size <= most) break
        graves.delete(oldest)
      }
    },
    isGone: ({ id, rev }) => rev <= (graves.get(id) ?? -1),
    clear: () => graves.clear(),
  }
}
