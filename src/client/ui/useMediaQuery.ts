import { startTransition, useEffect, useState } from 'react'
import { useServerRendered } from './useHydrating.ts'

/**
 * Whether the window matches. False until hydrated: the server does not know the width. CSS makes its HTML
 * right at any width.
 */
export function useMediaQuery(media: string): boolean {
  const serverRendered = useServerRendered()
  const [matches, setMatches] = useState(() => !serverRendered && matchMedia(media).matches)
  useEffect(() => {
    const query = matchMedia(media)
    const follow = () => startTransition(() => setMatches(query.matches))
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [media])
  return matches
}
