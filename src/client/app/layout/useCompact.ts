import { useSyncExternalStore } from 'react'

const narrow = () => matchMedia('(width < 75rem)')

const subscribe = (changed: () => void) => {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * Is the sidebar icons alone? Then they need tooltips; words beside them would say everything twice. The
 * server, which cannot know, draws what CSS makes right at any width.
 */
export const useCompact = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  )
