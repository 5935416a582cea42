import { startTransition, useEffect, useState } from 'react'
import { useServerRendered } from '#client/ui/useHydrating.ts'

const narrow = () => matchMedia('(width < 75rem)')

/**
 * Is the sidebar icons alone? Then they need tooltips; words beside them would say everything twice. The
 * server, which cannot know, draws what CSS makes right at any width.
 */
export function useCompact(): boolean {
  const serverRendered = useServerRendered()
  const [isCompact, setCompact] = useState(() => !serverRendered && narrow().matches)
  useEffect(() => {
    const query = narrow()
    const follow = () => startTransition(() => setCompact(query.matches))
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isCompact
}
