import { useEffect } from 'react'
import { createStore } from '#client/live/create-store.ts'

/** How many things (a menu, the composer) are open that new drops must not distract from. */
const usePauses = createStore<{ count: number }>(() => ({ count: 0 }))

/** The pill stands still until the function that comes back is called. */
export function pauseDrops(): () => void {
  usePauses.setState(({ count }) => ({ count: count + 1 }))
  let active = true
  return () => {
    if (active) usePauses.setState(({ count }) => ({ count: count - 1 }))
    active = false
  }
}

/** The pill stands still while `active`. */
export const usePauseDrops = (active: boolean): void =>
  useEffect(() => (active ? pauseDrops() : undefined), [active])

export const useDropsPaused = (): boolean => usePauses(({ count }) => count > 0)
