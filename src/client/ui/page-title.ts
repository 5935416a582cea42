import { useEffect } from 'react'
import { tabTitle } from '#contract/page-titles.ts'

/** Names the browser's tab while mounted: '{title} - Royal Flush', or the product's name alone without a title. */
export const usePageTitle = (title?: string | null): void =>
  useEffect(() => {
    document.title = tabTitle(title)
  }, [title])
