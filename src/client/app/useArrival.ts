import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { reportPageView } from '#client/live/page-views.ts'

/** How long a page may take to show its heading before focus gives up waiting, in ms. */
const PATIENCE = 5_000

/** Every change of route is a page view (product section 1), and moves focus to the new page's heading. */
export function useArrival(): void {
  const { pathname } = useLocation()
  const settled = useNavigation().state === 'idle'
  const arrivals = useRef(0)
  useEffect(() => reportPageView(pathname), [pathname])
  useEffect(() => {
    if (!settled) return
    arrivals.current += 1
    // The browser has set the first page's focus itself.
    return arrivals.current === 1 ? undefined : focusHeading()
  }, [pathname, settled])
}

/** Waits for the heading, but never takes the focus from somebody who has moved on. Returns the way to stop waiting. */
function focusHeading(): (() => void) | undefined {
  const start = document.activeElement
  const tryNow = () => {
    const moved = document.activeElement !== start && document.activeElement !== document.body
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading || moved) return moved
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (tryNow()) return undefined
  const observer = new MutationObserver(() => tryNow() && stop())
  const timer = setTimeout(() => stop(), PATIENCE)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
