import { useEffect } from 'react'
import { BRAND } from '#contract/brand.ts'

/** Names the browser's tab while mounted: '{title} - Royal Flush', or the product's name alone without a title. */
export const usePageTitle = (title?: string | null): void =>
  useEffect(() => {
    document.title = title ? `${title} - ${BRAND.name}` : BRAND.name
  }, [title])
