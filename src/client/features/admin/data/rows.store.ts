import type { StoreApi, UseBoundStore } from 'zustand'
import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer, createGraveyard, withoutRecord, type Stored } from '#client/live/records.ts'

/** Rows that came by push and stand above the fetched ones; older ones come with the next read (LIVE L17). */
const MOST_FRESH = 100
/** Rows kept. */
const MOST = 2_000

interface RowsState<T> {
  rows: ReadonlyMap<string, T>
  /** Pushed and new, newest first. */
  fresh: readonly string[]
}

/**
 * The records of one of the dashboard's lists, fed by fetch and push alike: the newer `rev` wins (LIVE L2).
 */
export interface Rows<T extends Stored> {
  use: UseBoundStore<StoreApi<RowsState<T>>>
  /** What a list gave. */
  take(rows: readonly T[]): void
  /** A push: changes the row, or puts a new one on top. */
  push(row: T): void
  /** It is gone; no late copy brings it back. */
  bury(tombstone: Tombstone): void
  forget(): void
}

export function createRows<T extends Stored>(): Rows<T> {
  const use = createStore<RowsState<T>>(() => ({ rows: new Map(), fresh: [] }))
  const graveyard = createGraveyard()
  const take = (rows: readonly T[]) => {
    const living = rows.filter((row) => !graveyard.isGone(row))
    use.setState((state) => ({
      rows: bounded(living.reduce((held, row) => acceptNewer(held, row), state.rows)),
    }))
  }
  const rowsOf: Rows<T> = {
    use,
    take,
    push(row) {
      if (graveyard.isGone(row)) return
      const isNew = !use.getState().rows.has(row.id)
      take([row])
      if (isNew) use.setState(({ fresh }) => ({ fresh: [row.id, ...fresh].slice(0, MOST_FRESH) }))
    },
    bury(tombstone) {
      graveyard.bury(tombstone)
      use.setState(({ rows, fresh }) => ({
        rows: withoutRecord(rows, tombstone.id),
        fresh: fresh.filter((id) => id !== tombstone.id),
      }))
    },
    forget() {
      use.setState({ rows: new Map(), fresh: [] })
      graveyard.clear()
    },
  }
  onReset(rowsOf.forget)
  return rowsOf
}

const bounded = <T>(rows: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  rows.size <= MOST ? rows : new Map([...rows].slice(-MOST))
