import { useCallback, useEffect, useRef, useState } from 'react'

/** How long the view must not move before the visible elements are reported, ms. */
const STILL_MS = 150

const unlessSame = (shown: readonly string[], now: readonly string[]) =>
  shown.join() === now.join() ? shown : now

/** The visible elements of a list. Each has its id in `data-post`. */
export function useOnScreen() {
  const [ids, setIds] = useState<readonly string[]>([])
  const seen = useRef(new Set<string>())
  const observer = useRef<IntersectionObserver>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const scheduleUpdate = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIds((shown) => unlessSame(shown, [...seen.current].sort())), STILL_MS)
  }, [])
  const note = useCallback(
    (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) {
        const id = (target as HTMLElement).dataset['post']
        if (id && isIntersecting) seen.current.add(id)
        else if (id) seen.current.delete(id)
      }
      scheduleUpdate()
    },
    [scheduleUpdate],
  )
  /** For the ref of each element: observes it while it is mounted. */
  const look = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const observing = (observer.current ??= new IntersectionObserver(note))
      observing.observe(element)
      const id = element.dataset['post']
      return () => {
        observing.unobserve(element)
        if (id && seen.current.delete(id)) scheduleUpdate()
      }
    },
    [note, scheduleUpdate],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      observer.current?.disconnect()
      observer.current = null
    },
    [],
  )
  /** The visible ids at this moment, without waiting. */
  const now = useCallback(() => [...seen.current], [])
  return { ids, look, now }
}
