import type { StoreApi, UseBoundStore } from 'zustand'
import type { Tombstone } from '#contract/events.ts'
import { createStore } from './create-store.ts'
import {
  createTombstones,
  newestOf,
  withNewer,
  withoutRecords,
  type Records,
  type Stored,
} from './records.ts'
import { onReset } from './registry.ts'

interface CollectionState<T> {
  records: Records<T>
}

/** The records of one entity, from fetches and pushes. `X`: state beside them. */
export interface Collection<T extends Stored, X extends object = object> {
  /** The store's hook: `use(({ records }) => ...)`. */
  use: UseBoundStore<StoreApi<CollectionState<T> & X>>
  get: (id: string) => T | undefined
  records: () => Records<T>
  /** Stores the records that are new or newer and not deleted, as one change (LIVE L1, L2). */
  apply: (incoming: readonly T[]) => void
  /** Stores the records in any case, as one change: for answers with a part that no rev orders. */
  put: (incoming: readonly T[]) => void
  /**
   * Stores a record only when an older copy is stored: for pushes about records that no screen has fetched.
   */
  applyKnown: (record: T) => void
  /** Removes records that the server does not show (any more). They may come back. */
  remove: (ids: Iterable<string>) => void
  /** Removes a deleted record, so that no older copy restores it. A newer one stays: it came back (LIVE L2). */
  markDeleted: (tombstone: Tombstone) => void
  isDeleted: (record: Stored) => boolean
}

interface CollectionOptions<T, X> {
  /** Maximum number of records (LIVE L17). */
  limit: number
  /** Orders the records for eviction: the first ones stay. Default: those added last stay. */
  keepFirst?: (a: T, b: T) => number
  /** Ids of records that must not be evicted. Called when the limit is reached. */
  inUse?: () => Iterable<string>
  /** A record has parts that do not raise its `rev`, such as a name: of two with the same one the later stays. */
  replacesSame?: boolean
  /** Initial state beside the records. */
  extra?: X
  /**
   * Updates the state beside the records after a change, for instance removes an overlay that is no longer
   * needed.
   */
  derive?: (records: Records<T>, state: X) => Partial<X>
}

/** A store of records. Log-in and log-out empty it. */
export function createCollection<T extends Stored, X extends object = object>({
  limit,
  keepFirst,
  inUse,
  replacesSame,
  extra,
  derive,
}: CollectionOptions<T, X>): Collection<T, X> {
  type State = CollectionState<T> & X
  const empty = { ...extra, records: new Map() } as unknown as State
  const use = createStore<State>(() => empty)
  const tombstones = createTombstones()
  const records = () => use.getState().records
  const change = (next: Records<T>) => {
    if (next === records()) return
    use.setState((state) => ({ ...state, records: next, ...derive?.(next, state) }))
  }
  const bounded = (all: Records<T>, incoming: readonly T[]): Records<T> => {
    if (all.size <= limit) return all
    if (keepFirst) return new Map([...all].sort(([, a], [, b]) => keepFirst(a, b)).slice(0, limit))
    if (!inUse) return newestOf(all, limit)
    // A list will refer to the new records.
    const staying = new Set([...incoming.map(({ id }) => id), ...inUse()])
    return withoutRecords(all, [...all.keys()].filter((id) => !staying.has(id)).slice(0, all.size - limit))
  }
  const apply = (incoming: readonly T[]) => {
    const living = incoming.filter((record) => !tombstones.isDeleted(record))
    change(bounded(withNewer(records(), living, replacesSame), living))
  }
  onReset(() => {
    tombstones.clear()
    use.setState(empty)
  })
  return {
    use,
    get: (id) => records().get(id),
    records,
    apply,
    put(incoming) {
      const next = new Map(records())
      for (const record of incoming) {
        next.delete(record.id)
        next.set(record.id, record)
      }
      change(bounded(next, incoming))
    },
    applyKnown(record) {
      if (records().has(record.id)) apply([record])
    },
    remove: (ids) => change(withoutRecords(records(), ids)),
    markDeleted(tombstone) {
      tombstones.add(tombstone)
      const current = records().get(tombstone.id)
      if (current && tombstones.isDeleted(current)) change(withoutRecords(records(), [tombstone.id]))
    },
    isDeleted: tombstones.isDeleted,
  }
}
