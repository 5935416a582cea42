/** A rectangle of the window, px. */
export interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** Between the line and what floats beside it, and between that and the window's edge, px. */
const GAP = 4
const EDGE = 8

interface Wanted {
  /** What it belongs to: a button, or a word and the line of the caret. */
  line: Box
  /** What the person sees: the window without the keyboard. */
  seen: Box
  width: number
  height: number
  isRightToLeft: boolean
}

interface Place {
  left: number
  width: number
  /** Its upper edge, or its lower edge where it stands above the line. */
  top: number
  maxHeight: number
}

/** Below a line, or above it where more of it can be seen there. It never lies on the line. */
export function placeBeside({ line, seen, width, height, isRightToLeft }: Wanted): Place {
  const below = seen.bottom - EDGE - (line.bottom + GAP)
  const above = line.top - GAP - (seen.top + EDGE)
  const isBelow = below >= Math.min(height, above)
  const maxHeight = Math.max(0, isBelow ? below : above)
  const shownHeight = Math.min(height, maxHeight)
  const fitting = Math.min(width, seen.right - seen.left - 2 * EDGE)
  const wantedLeft = isRightToLeft ? line.right - fitting : line.left
  return {
    left: Math.max(seen.left + EDGE, Math.min(wantedLeft, seen.right - EDGE - fitting)),
    width: fitting,
    top: isBelow ? line.bottom + GAP : line.top - GAP - shownHeight,
    maxHeight,
  }
}

/** What the person sees of the window: a phone's keyboard lies over the rest. */
export function seenWindow(): Box {
  const view = window.visualViewport
  const [top, left] = [view?.offsetTop ?? 0, view?.offsetLeft ?? 0]
  return {
    top,
    left,
    bottom: top + (view?.height ?? innerHeight),
    right: left + (view?.width ?? document.documentElement.clientWidth),
  }
}

/** Calls `put` now, and whenever what it stands beside may have moved. Returns an end. */
export function followPlace(put: () => void): () => void {
  put()
  window.addEventListener('scroll', put, { capture: true, passive: true })
  window.addEventListener('resize', put)
  window.visualViewport?.addEventListener('resize', put)
  window.visualViewport?.addEventListener('scroll', put)
  return () => {
    window.removeEventListener('scroll', put, { capture: true })
    window.removeEventListener('resize', put)
    window.visualViewport?.removeEventListener('resize', put)
    window.visualViewport?.removeEventListener('scroll', put)
  }
}
