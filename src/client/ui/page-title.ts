import { useEffect } from 'react'
import { tabTitle } from '#contract/site.page-titles.ts'
import { useHouseName } from './house-name.ts'

/** The highest number on a badge; above it a plus sign (product section 9). */
const BADGE_CAP = { compact: 9, wide: 99 } as const
export type BadgeCap = keyof typeof BADGE_CAP

/** A count as badges write it: '99+' above the cap. */
export const cappedCount = (count: number, cap: BadgeCap = 'wide'): string =>
  count > BADGE_CAP[cap] ? `${BADGE_CAP[cap]}+` : String(count)

/** Null until a page has set its own: the title of the document stands. */
let title: string | null = null
let unread = 0

function draw(): void {
  title ??= document.title
  document.title = unread > 0 ? `(${cappedCount(unread)}) ${title}` : title
}

/**
 * Sets the document's title while mounted: '{title} - {name of the site}' (or another `place`), or only the name
 * of the place without a title.
 */
export function usePageTitle(name?: string | null, place?: string): void {
  const house = useHouseName()
  useEffect(() => {
    title = tabTitle(name, place ?? house)
    draw()
  }, [name, place, house])
}

/** Puts '(3)' before the title and a mark on the icon of the tab and of the installed app. 0 removes them. */
export function markUnread(count: number): void {
  unread = count
  draw()
  const icon = document.querySelector('link[rel="icon"][type="image/svg+xml"]')
  icon?.setAttribute('href', count > 0 ? '/favicon-unread.svg' : '/favicon.svg')
  // Browsers refuse it to a site that is not installed, where there is no icon to mark.
  navigator.setAppBadge?.(count).catch(() => undefined)
}
