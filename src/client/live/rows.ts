import type { Tombstone } from '#contract/events.ts'
import { createCollection } from './collection.ts'
import type { Records, Stored } from './records.ts'

/** The records of lists that pushed rows join: the dashboard's lists, one's own reports. */
export interface Rows<T extends Stored> {
  use: () => Records<T>
  /** Stores a fetched page. */
  apply: (rows: readonly T[]) => void
  /** Handles a push: updates a known row. */
  applyKnown: (row: T) => void
  /** Handles a push: updates the row, or adds it. */
  push: (row: T) => void
  /** Runs after each push. Returns an unsubscribe. */
  onPush: (listener: (id: string) => void) => () => void
  /** Marks the row as deleted, so that no older copy restores it (LIVE L2). */
  markDeleted: (tombstone: Tombstone) => void
}

export function createRows<T extends Stored>(): Rows<T> {
  // The names in them have no rev (LIVE L79).
  const rows = createCollection<T>({ limit: 2_000, replacesSame: true })
  const listeners = new Set<(id: string) => void>()
  return {
    use: () => rows.use(({ records }) => records),
    apply: rows.apply,
    applyKnown: rows.applyKnown,
    push(row) {
      rows.apply([row])
      for (const listener of listeners) listener(row.id)
    },
    onPush(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    markDeleted: rows.markDeleted,
  }
}
