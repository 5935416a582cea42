import { useEffect } from 'react'
import { tabTitle } from '#contract/site.page-titles.ts'

/**
 * Sets the document's title while mounted: '{title} - Royal Flush' (or another `place`), or only the name of
 * the place without a title.
 */
export const usePageTitle = (title?: string | null, place?: string): void =>
  useEffect(() => {
    document.title = tabTitle(title, place)
  }, [title, place])
