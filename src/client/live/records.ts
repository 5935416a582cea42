import type { Tombstone } from '#contract/events.ts'
import { LruMap } from '#client/ui/lru-map.ts'

/** A record that the server stores: of two copies the one with the higher `rev` is newer (LIVE L2). */
export interface Stored {
  id: string
  rev: number
}

export type Records<T> = ReadonlyMap<string, T>

/**
 * The records with those incoming ones that are new or newer. The map is copied once for any number of them,
 * and not at all when nothing changes. `replacesSame`: of two different ones with the same `rev` the later one stays.
 */
export function withNewer<T extends Stored>(
  records: Records<T>,
  incoming: Iterable<T>,
  replacesSame = false,
): Records<T> {
  let next: Map<string, T> | null = null
  for (const record of incoming) {
    const current = (next ?? records).get(record.id)
    if (current && !(record.rev > current.rev || (replacesSame && isOther(record, current)))) continue
    next ??= new Map(records)
    next.set(record.id, record)
  }
  return next ?? records
}

const isOther = (record: Stored, current: Stored): boolean =>
  record.rev === current.rev && JSON.stringify(record) !== JSON.stringify(current)

/** The records without these ids; the same map when it contains none of them. */
export function withoutRecords<T>(records: Records<T>, ids: Iterable<string>): Records<T> {
  let next: Map<string, T> | null = null
  for (const id of ids) {
    if (!records.has(id)) continue
    next ??= new Map(records)
    next.delete(id)
  }
  return next ?? records
}

/** At most `limit` records: those added first are dropped first (LIVE L17). */
export const newestOf = <T>(records: Records<T>, limit: number): Records<T> =>
  records.size <= limit ? records : new Map([...records].slice(-limit))

export interface Tombstones {
  /** Remembers that a record is deleted. */
  add: (tombstone: Tombstone) => void
  /** Whether this is an old copy of a deleted record. */
  isDeleted: (record: Stored) => boolean
  clear: () => void
}

/** The newest `limit` tombstones of one entity, so that a late push restores nothing. */
export function createTombstones(limit = 500): Tombstones {
  const revs = new LruMap<string, number>(limit)
  return {
    add: ({ id, rev }) => revs.set(id, Math.max(rev, revs.get(id) ?? 0)),
    isDeleted: ({ id, rev }) => {
      const deletedAt = revs.get(id)
      return deletedAt !== undefined && rev <= deletedAt
    },
    clear: () => revs.clear(),
  }
}
