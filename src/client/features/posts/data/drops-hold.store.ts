import { useEffect } from 'react'
import { createStore } from '#client/live/create-store.ts'

/** How many things (a menu, the composer) are open that new drops must not distract from. */
const useHolds = createStore<{ count: number }>(() => ({ count: 0 }))

/** The pill stands still until the function that comes back is called. */
export function holdDrops(): () => void {
  useHolds.setState(({ count }) => ({ count: count + 1 }))
  let held = true
  return () => {
    if (held) useHolds.setState(({ count }) => ({ count: count - 1 }))
    held = false
  }
}

/** The pill stands still while `active`. */
export const useHoldDrops = (active: boolean): void =>
  useEffect(() => (active ? holdDrops() : undefined), [active])

export const useDropsHeld = (): boolean => useHolds(({ count }) => count > 0)
