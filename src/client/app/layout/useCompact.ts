import { useSyncExternalStore } from 'react'

const query = matchMedia('(width < 75rem)')

const subscribe = (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Is the sidebar icons alone? Then they need tooltips; words beside them would say everything twice. */
export const useCompact = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
