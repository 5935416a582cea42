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

/** Every record of one entity that the page holds, fed by fetches and pushes alike. `X`: state beside them. */
export interface Collection<T extends Stored, X extends object = object> {
  /** The store's hook: `use(({ records }) => ...)`. */
  use: UseBoundStore<StoreApi<CollectionState<T> & X>>
  get: (id: string) => T | undefined
  records: () => Records<T>
  /** Stores the records that are new or newer and not deleted, as one change (LIVE L1, L2). */
  apply: (incoming: readonly T[]) => void
  /** Stores a record only where an older copy of it is held: a push about something that nobody has fetched. */
  applyKnown: (record: T) => void
  /** Takes records out that the server does not show (any more). They may come back. */
  remove: (ids: Iterable<string>) => void
  /** Takes a deleted record out; no late copy brings it back (LIVE L2). */
  markDeleted: (tombstone: Tombstone) => void
  isDeleted: (record: Stored) => boolean
}

interface CollectionOptions<T, X> {
  /** The most records held (LIVE L17). */
  limit: number
  /** Orders the records when some have to leave: the first ones stay. Without it those added last stay. */
  keepFirst?: (a: T, b: T) => number
  /** State beside the records, as it begins. */
  extra?: X
  /** What changed records make of the state beside them, for instance an overlay that is no longer needed. */
  derive?: (records: Records<T>, state: X) => Partial<X>
}

/** A store of records. Log-in and log-out empty it. */
export function createCollection<T extends Stored, X extends object = object>({
  limit,
  keepFirst,
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
  const bounded = (all: Records<T>): Records<T> =>
    keepFirst && all.size > limit
      ? new Map([...all].sort(([, a], [, b]) => keepFirst(a, b)).slice(0, limit))
      : newestOf(all, limit)
  const apply = (incoming: readonly T[]) =>
    change(
      bounded(
        withNewer(
          records(),
          incoming.filter((record) => !tombstones.isDeleted(record)),
        ),
      ),
    )
  onReset(() => {
    tombstones.clear()
    use.setState(empty)
  })
  return {
    use,
    get: (id) => records().get(id),
    records,
    apply,
    applyKnown(record) {
      if (records().has(record.id)) apply([record])
    },
    remove: (ids) => change(withoutRecords(records(), ids)),
    markDeleted(tombstone) {
      tombstones.add(tombstone)
      change(withoutRecords(records(), [tombstone.id]))
    },
    isDeleted: tombstones.isDeleted,
  }
}
