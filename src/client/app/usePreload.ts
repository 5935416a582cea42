import { useEffect } from 'react'
import { afterPaint } from '#client/ui/after-paint.ts'
import { preloadPage } from './preload.ts'

/** Loads a page's code when a link to it is hovered or focused, a moment before it is needed. */
export function usePreload(): void {
  useEffect(() => {
    const stop = new AbortController()
    for (const sign of ['pointerover', 'focusin']) {
      document.addEventListener(sign, preloadTarget, { passive: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  // A finger goes down and up before this: what it touches is painted first.
  void afterPaint().then(() => preloadPage(link.pathname))
}
