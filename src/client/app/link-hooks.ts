import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '#client/ui/after-paint.ts'
import { preloadPage } from './preload.ts'

let pressed: HTMLElement | null = null

function mark(link: HTMLElement | null): void {
  delete pressed?.dataset['pressed']
  pressed = link
  if (link) link.dataset['pressed'] = ''
}

/**
 * A pressed link looks pressed (base.css) until its page is there. It is painted in the frame of the touch,
 * while the page, which takes a phone longer, is being rendered. Not by React, whose work is what it waits for.
 */
export function usePressedLink(): void {
  const { key } = useLocation()
  useEffect(() => mark(null), [key])
  useEffect(() => {
    const stop = new AbortController()
    const onClick = ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      // Prevented by the router, which opens the page itself. A link that the router leaves alone does nothing here.
      if (link && defaultPrevented) mark(link)
    }
    // After React's listener at the root of the page.
    document.addEventListener('click', onClick, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

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
