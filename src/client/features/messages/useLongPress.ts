import { useMemo, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react'

/** How long a finger rests, ms, and how far it may move meanwhile, px. */
const AFTER_MS = 450
const TOLERANCE = 10

/**
 * Handlers for an element on which a finger may rest: calls `act` then, and the end of that touch follows no
 * link and presses no button. A mouse has other ways.
 */
export function useLongPress(act: (element: HTMLElement) => void) {
  const rest = useRef<{ timer: number; x: number; y: number } | null>(null)
  const hasActed = useRef(false)
  return useMemo(() => {
    const end = () => {
      clearTimeout(rest.current?.timer)
      rest.current = null
    }
    return {
      onPointerDown({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
        end()
        hasActed.current = false
        if (pointerType === 'mouse') return
        const timer = window.setTimeout(() => {
          hasActed.current = true
          act(currentTarget)
        }, AFTER_MS)
        rest.current = { timer, x, y }
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (rest.current && Math.hypot(clientX - rest.current.x, clientY - rest.current.y) > TOLERANCE) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      // The browser's own menu of a link or a picture.
      onContextMenu: (event: MouseEvent) => void (hasActed.current && event.preventDefault()),
      // Otherwise the end of the touch is a click, which takes the focus and follows a link.
      onTouchEnd: (event: TouchEvent) => void (hasActed.current && event.preventDefault()),
    }
  }, [act])
}
