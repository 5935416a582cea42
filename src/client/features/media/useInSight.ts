import { useCallback, useState } from 'react'

/** When media begin to load: a tenth of them, or 50 px before they come into sight (product section 4). */
const SIGHT: IntersectionObserverInit = { threshold: 0.1, rootMargin: '50px' }

/** Whether an element has come into sight; once it has, it stays so. */
export function useInSight(initially: boolean) {
  const [seen, setSeen] = useState(initially)
  const element = useCallback((target: HTMLElement | null) => {
    if (!target) return undefined
    const eye = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      eye.disconnect()
    }, SIGHT)
    eye.observe(target)
    return () => eye.disconnect()
  }, [])
  return { element, seen }
}
