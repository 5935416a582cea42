import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { inBrowser } from '#client/ui/in-browser.ts'
import { tabStorage } from '#client/ui/storage.ts'

/** How long a growing page is kept at the remembered position, ms. */
const RESTORE_TIMEOUT_MS = 2_000
const KEY = 'rf-scroll'
/** Remembered positions; the oldest are dropped. */
const MAX_ENTRIES = 100

const places = new Map<string, number>(remembered())
// Only for Back, Forward and reload: any other visit begins at the top.
if (isNewArrival()) places.delete(placeOf('default', location.pathname))

/**
 * A new page begins at its top, and a link to the page that is open leads back to its top; back, forward and
 * reload return to where one was.
 */
export function useScrollMemory(): void {
  const { key, pathname, search, hash } = useLocation()
  const place = placeOf(key, pathname)
  const isReturn = useNavigationType() === 'POP'
  const shown = useRef<{ pathname: string; address: string } | null>(null)
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const isFirst = shown.current === null
    const address = pathname + search + hash
    const beginsAtTop = shown.current?.pathname !== pathname || shown.current.address === address
    shown.current = { pathname, address }
    // A page one comes to by its address is where the browser has put it: at its top, or at the address's
    // anchor.
    if (isFirst && !places.has(place)) return
    // The page was there before its code: somebody who has scrolled meanwhile is reading.
    if (isFirst && scrollY > 0) return
    if (isReturn) return holdAt(places.get(place) ?? 0)
    if (beginsAtTop) scrollTo(0, 0)
  }, [place, pathname, search, hash, isReturn])
  // In the layout phase: a page that is opened without a click event scrolls to its top before effects run.
  useLayoutEffect(() => {
    const stop = new AbortController()
    addEventListener('scroll', () => remember(place), { passive: true, signal: stop.signal })
    // Also where one scrolled to before this code was there to see it.
    addEventListener('pagehide', () => storeForReload(place), { signal: stop.signal })
    return () => stop.abort()
  }, [place])
}

/**
 * The router calls every page that is opened by its address 'default'; those are distinguished by where they
 * are.
 */
function placeOf(key: string, pathname: string): string {
  return key === 'default' ? `${key} ${pathname}` : key
}

function isNewArrival(): boolean {
  if (!inBrowser) return false
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate'
}

function remember(place: string): void {
  places.delete(place)
  places.set(place, scrollY)
  for (const oldest of places.keys()) {
    if (places.size <= MAX_ENTRIES) break
    places.delete(oldest)
  }
}

/**
 * The page may still be growing: tries again whenever it has, until it is tall enough or the person scrolls.
 */
function holdAt(top: number): () => void {
  const observer = new ResizeObserver(() => go())
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), RESTORE_TIMEOUT_MS)
  const go = () => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 2) stop.abort()
  }
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(sign, () => stop.abort(), { passive: true, signal: stop.signal })
  }
  observer.observe(document.documentElement)
  go()
  return () => stop.abort()
}

function storeForReload(place: string): void {
  remember(place)
  tabStorage.saveJson(KEY, [...places])
}

function remembered(): [string, number][] {
  return (
    tabStorage.readJson(KEY, (value) => (Array.isArray(value) && value.every(isPlace) ? value : null)) ?? []
  )
}

function isPlace(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
}
