import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServerRendered } from '#client/ui/useHydrating.ts'
import { LruMap } from '#client/ui/lru-map.ts'
import { whenIdle } from '#client/ui/when-idle.ts'

/** Rows rendered above and below what can be seen, for quick scrolling and for the Tab key. */
const OVERSCAN = 4
/** Closer to the top than this, new rows push the list down. px. */
const AT_TOP = 8
/** Remembered positions; the oldest are dropped (LIVE L17). */
const MAX_PLACES = 20

/** Row heights and offset of each closed list, by visit and list, so that Back restores them. */
const places = new LruMap<string, { heights: VirtualItem[]; offset: number }>(MAX_PLACES)

/**
 * Virtualises a list in the window's own scroll; nothing moves under the reader when rows come or go above.
 * `guess`: height of a row nobody has measured yet, in px. In a server-rendered document all rows are in the
 * page's flow (`inFlow`) until they have been measured where they are; `flowCount` of them are rendered there.
 */
export function useVirtualRows(ids: readonly string[], listKey: string, guess: number) {
  const list = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const { key: visit } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const place = useRef(isReturn ? places.get(`${visit} ${listKey}`) : undefined)

  const wasInFlow = useServerRendered()
  const [measured, setMeasured] = useState<VirtualItem[] | null>(null)
  const inFlow = wasInFlow && measured === null
  const [lastInDocument] = useState(ids.at(-1))
  // The next page is not rendered in the flow: that would mount all of its rows in one long task.
  const flowCount = inFlow ? countUpTo(lastInDocument, ids) : 0
  const hasMore = inFlow && flowCount < ids.length

  const virtualizer = useWindowVirtualizer({
    enabled: !inFlow,
    count: ids.length,
    estimateSize: () => guess,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    // Visible rows first; the others follow in slices. Rows that are already in the document stay.
    overscan: Math.max(useDeferredValue(OVERSCAN, 0), wasInFlow ? OVERSCAN : 0),
    scrollMargin: margin,
    // Keeps the first visible row where it is when the list changes above it.
    anchorTo: typeof window !== 'undefined' && window.scrollY <= AT_TOP ? 'start' : 'end',
    // 'end' also means to stick to the end, which is for chats.
    scrollEndThreshold: -Infinity,
    initialMeasurementsCache: measured ?? place.current?.heights ?? [],
    ...(wasInFlow && measured && { initialRect: { width: innerWidth, height: innerHeight } }),
    initialOffset: () => place.current?.offset ?? window.scrollY,
  })

  // What stands above the list (the composer, a profile's header) may grow.
  useLayoutEffect(() => {
    const measure = () =>
      setMargin(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0)
    const observer = new ResizeObserver(measure)
    if (list.current?.parentElement) observer.observe(list.current.parentElement)
    measure()
    return () => observer.disconnect()
  }, [])

  // Not at once: the rows can be read and scrolled as they are, and other parts may still be hydrated.
  useEffect(() => {
    if (!inFlow) return undefined
    const measure = () => {
      if (list.current) setMeasured(measureRows(list.current, ids))
    }
    if (!hasMore) return whenIdle(measure)
    measure()
    return undefined
  }, [inFlow, hasMore, ids])

  // In the layout phase, because the next page may scroll to its top before effects run.
  useLayoutEffect(() => {
    let offset = window.scrollY
    const note = () => (offset = window.scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => {
      removeEventListener('scroll', note)
      // The window may show the next page by now; the place was noted while it was ours.
      places.set(`${visit} ${listKey}`, { heights: virtualizer.takeSnapshot(), offset })
    }
  }, [virtualizer, visit, listKey])

  return { list, virtualizer, margin, inFlow, flowCount }
}

/** How many ids there are up to this one, itself included; all of them when it is not there. */
function countUpTo(last: string | undefined, ids: readonly string[]): number {
  const at = last === undefined ? -1 : ids.lastIndexOf(last)
  return at === -1 ? ids.length : at + 1
}

/** The rows as they are in the page's flow; of each the virtualizer needs the key and the size. */
function measureRows(list: HTMLElement, ids: readonly string[]): VirtualItem[] {
  let end = 0
  return Array.from(list.children, (row, index) => {
    const start = end
    const size = (row as HTMLElement).offsetHeight
    end += size
    return { key: ids[index] ?? index, index, start, end, size, lane: 0 }
  })
}
