import { useEffect } from 'react'
import { createStore } from '#client/live/create-store.ts'

/** Number of open menus and composers, during which the pill of new posts must not change. */
const usePauses = createStore<{ count: number }>(() => ({ count: 0 }))

/** Freezes the pill until the returned function is called. */
export function pauseDrops(): () => void {
  usePauses.setState(({ count }) => ({ count: count + 1 }))
  let active = true
  return () => {
    if (active) usePauses.setState(({ count }) => ({ count: count - 1 }))
    active = false
  }
}

/** Freezes the pill while `active`. */
export const usePauseDrops = (active: boolean): void =>
  useEffect(() => (active ? pauseDrops() : undefined), [active])

export const useDropsPaused = (): boolean => usePauses(({ count }) => count > 0)
