import { startTransition, useEffect, useState } from 'react'
import { useServerRendered } from '#client/ui/useHydrating.ts'

const narrow = () => matchMedia('(width < 75rem)')

/**
 * Whether the sidebar shows icons only, which then need tooltips. The server does not know the width; CSS
 * makes its HTML right at any width.
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
