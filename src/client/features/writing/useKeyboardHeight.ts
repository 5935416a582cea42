import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Tells the style sheet how much of the window's end lies below a phone's keyboard (--keyboard). It is 0 where the
 * browser shrinks the window instead (`interactive-widget=resizes-content`).
 */
export function useKeyboardHeight(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const tell = () => {
      // Somebody who has zoomed in sees less of the window too; that is no keyboard.
      const hidden = view.scale > 1.01 ? 0 : Math.max(0, innerHeight - view.offsetTop - view.height)
      place.current?.style.setProperty('--keyboard', `${Math.round(hidden)}px`)
    }
    tell()
    view.addEventListener('resize', tell)
    view.addEventListener('scroll', tell)
    return () => {
      view.removeEventListener('resize', tell)
      view.removeEventListener('scroll', tell)
    }
  }, [place])
}
