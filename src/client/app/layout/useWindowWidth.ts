import { startTransition, useEffect, useState } from 'react'
import { useServerRendered } from '#client/ui/useHydrating.ts'

// The widths at which Shell.css changes the layout.
const COMPACT_SIDEBAR = '(width < 75rem)'
const NO_RIGHT_COLUMN = '(width < 62.5rem)'

/** Whether the sidebar shows icons only, which then need tooltips. */
export const useCompact = (): boolean => useMediaQuery(COMPACT_SIDEBAR)

/** Whether there is space for the right column. */
export const useHasRightColumn = (): boolean => !useMediaQuery(NO_RIGHT_COLUMN)

/** False until hydrated: the server does not know the width. CSS makes its HTML right at any width. */
function useMediaQuery(media: string): boolean {
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
