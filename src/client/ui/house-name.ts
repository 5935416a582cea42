import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { BRAND } from '#contract/brand.ts'

const store = createStore<string>(() => BRAND.name)

/** What the site calls itself, as an admin named it; outside of rendering. */
export const houseName = (): string => store.getState()

/** The same, in a component. The server renders with it, too. */
export const useHouseName = (): string => useSyncExternalStore(store.subscribe, houseName, houseName)

/** What the document says; without a name, the product's own. */
export const setHouseName = (name: string = BRAND.name): void => store.setState(name, true)
