import { useCallback, useSyncExternalStore } from 'react'
import type { StoreApi, UseBoundStore } from 'zustand'
import { createStore as createVanillaStore } from 'zustand/vanilla'

let isSeeding = false

/**
 * A store and its React hook, like zustand's `create`, for state that the server can know. While React
 * hydrates, zustand's own hook reads the initial state; this one reads the state that the document was
 * rendered from (`seedStores`). Stores of device-only state (a draft) use `create`: the server renders them
 * empty.
 */
export function createStore<T>(initial: () => T): UseBoundStore<StoreApi<T>> {
  const store = createVanillaStore<T>()(initial)
  let seeded = store.getInitialState()
  store.subscribe((state) => {
    if (isSeeding) seeded = state
  })
  const useStore = <U = T>(select: (state: T) => U = (state) => state as unknown as U): U =>
    useSyncExternalStore(
      store.subscribe,
      useCallback(() => select(store.getState()), [select]),
      () => select(seeded),
    )
  return Object.assign(useStore, store)
}

/** Runs `write`. The state it sets is the one that the document is rendered and hydrated from. */
export function seedStores(write: () => void): void {
  isSeeding = true
  try {
    write()
  } finally {
    isSeeding = false
  }
}
