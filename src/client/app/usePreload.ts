import { useEffect } from 'react'
import { preloadPage } from './preload.ts'

/** Loads a page's code when a link to it is hovered or focused, a moment before it is needed. */
export function usePreload(): void {
  useEffect(() => {
    const stop = new AbortController()
    for (const sign of ['pointerover', 'focusin', 'touchstart']) {
      document.addEventListener(sign, preloadTarget, { passive: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link && link.origin === location.origin) void preloadPage(link.pathname)
}
