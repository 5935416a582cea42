import { useEffect } from 'react'
import { tabTitle } from '#contract/site.page-titles.ts'

/**
 * Names the browser's tab while mounted: '{title} - Royal Flush' (or another `place`), or the place's name
 * alone without a title.
 */
export const usePageTitle = (title?: string | null, place?: string): void =>
  useEffect(() => {
    document.title = tabTitle(title, place)
  }, [title, place])
