import { useEffect, useInsertionEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useIsSignedIn, useViewerLoading } from '#client/features/account/data/viewer/viewer.store.ts'

/** How long the focus waits for the heading of a page, ms. */
const TIMEOUT_MS = 5_000

/**
 * Counts a page view at every change of route (product section 1), and moves the focus to the heading of the
 * new page.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const loading = useViewerLoading()
  const hasAccount = useIsSignedIn()
  const who = hasAccount ? 'signed in' : 'visitor'
  // '/' is another page for signed-in people (product section 2).
  const page = `${who} ${pathname}`
  const before = useRef<string | null>(null)
  const focused = useRef<Element | null>(null)
  // An effect would be too late: a page that is already loaded has focused its own field by then.
  useInsertionEffect(() => {
    focused.current = document.activeElement
  }, [page, loading])
  useEffect(() => {
    if (loading) return
    // Not needed before the page is drawn. Without this code nothing is counted.
    import('#client/live/analytics.ts').then(
      ({ reportPageView }) => reportPageView(pathname, { hasAccount }),
      () => undefined,
    )
  }, [pathname, hasAccount, loading])
  useEffect(() => {
    if (loading || before.current === page) return undefined
    // The first page is the browser's: it says its title itself.
    const isFirst = before.current === null
    before.current = page
    return isFirst ? undefined : focusHeading(focused.current)
  }, [page, loading])
}

/**
 * Waits for the heading, but never takes the focus from a field that got it since the page changed (`start` had
 * it before), or out of an open dialog: the page behind it is hidden from assistive tools. Returns the way to
 * stop waiting.
 */
function focusHeading(start: Element | null): () => void {
  const stop = new AbortController()
  const tryNow = () => {
    const moved = document.activeElement !== start && document.activeElement !== document.body
    // A page that is about to go is hidden, and still there.
    const heading = [...document.querySelectorAll<HTMLElement>('h1')].find(
      (one) => one.checkVisibility() && !one.closest('[aria-hidden="true"]'),
    )
    if (!moved && !heading) return
    stop.abort()
    if (moved || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(tryNow)
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS)
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  tryNow()
  return () => stop.abort()
}
