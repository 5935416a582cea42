import type { Tombstone } from '#contract/events.ts'
import { createCollection } from './collection.ts'
import type { Records, Stored } from './records.ts'

/** So many pushed rows stand among the fetched ones; others come with the next fetch. */
const MAX_FRESH = 100

interface Fresh {
  /** Ids of rows that were unknown when they were pushed, the last one first. */
  fresh: readonly string[]
  /** Raised by every push. */
  pushes: number
}

/** The records of a list that new rows join at its top: the dashboard's lists, one's own reports. */
export interface Rows<T extends Stored> {
  use: () => { records: Records<T> } & Fresh
  /** Stores a fetched page. */
  apply: (rows: readonly T[]) => void
  /** Handles a push: updates a known row. */
  applyKnown: (row: T) => void
  /** Handles a push: updates the row, or adds it. */
  push: (row: T) => void
  /** Marks the row as deleted, so that no older copy restores it (LIVE L2). */
  markDeleted: (tombstone: Tombstone) => void
}

export function createRows<T extends Stored>({ replacesSame = false } = {}): Rows<T> {
  const rows = createCollection<T, Fresh>({
    limit: 2_000,
    replacesSame,
    extra: { fresh: [], pushes: 0 },
    derive: (records, { fresh }) => ({ fresh: fresh.filter((id) => records.has(id)) }),
  })
  return {
    use: () => rows.use(),
    apply: rows.apply,
    applyKnown: rows.applyKnown,
    push(row) {
      const isNew = !rows.get(row.id) && !rows.isDeleted(row)
      rows.apply([row])
      rows.use.setState((state) => ({
        ...state,
        fresh: isNew ? [row.id, ...state.fresh].slice(0, MAX_FRESH) : state.fresh,
        pushes: state.pushes + 1,
      }))
    },
    markDeleted: rows.markDeleted,
  }
}
