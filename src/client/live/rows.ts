import type { Tombstone } from '#contract/events.ts'
import { createCollection } from './collection.ts'
import type { Records, Stored } from './records.ts'

/** So many pushed rows stand among the fetched ones; others come with the next fetch. */
const MAX_FRESH = 100

interface Fresh {
  /** Rows that were unknown when they were pushed, the last one last: by id the number of their last push. */
  fresh: ReadonlyMap<string, number>
  /** Raised by every push. */
  pushes: number
}

/** The records of a list that new rows join at its top: the dashboard's lists, one's own reports. */
export interface Rows<T extends Stored> {
  use: () => { records: Records<T> } & Fresh
  /** The number of the last push: a read that begins now tells of all until then. */
  pushes: () => number
  /** Stores a fetched page. */
  apply: (rows: readonly T[]) => void
  /** Handles a push: updates a known row. */
  applyKnown: (row: T) => void
  /** Handles a push: updates the row, or adds it. */
  push: (row: T) => void
  /** Marks the row as deleted, so that no older copy restores it (LIVE L2). */
  markDeleted: (tombstone: Tombstone) => void
}

export function createRows<T extends Stored>(): Rows<T> {
  const rows = createCollection<T, Fresh>({
    limit: 2_000,
    // The names in them have no rev (LIVE L79).
    replacesSame: true,
    extra: { fresh: new Map(), pushes: 0 },
    derive: (records, { fresh }) => ({ fresh: new Map([...fresh].filter(([id]) => records.has(id))) }),
  })
  return {
    use: () => rows.use(),
    pushes: () => rows.use.getState().pushes,
    apply: rows.apply,
    applyKnown: rows.applyKnown,
    push(row) {
      const isNew = !rows.get(row.id) && !rows.isDeleted(row)
      rows.apply([row])
      rows.use.setState((state) => {
        const pushes = state.pushes + 1
        const isFresh = isNew || state.fresh.has(row.id)
        return { ...state, pushes, fresh: isFresh ? withLast(state.fresh, row.id, pushes) : state.fresh }
      })
    },
    markDeleted: rows.markDeleted,
  }
}

function withLast(fresh: ReadonlyMap<string, number>, id: string, push: number): ReadonlyMap<string, number> {
  const others = [...fresh].filter(([one]) => one !== id)
  return new Map([...others, [id, push] as const].slice(-MAX_FRESH))
}
