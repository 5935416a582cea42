/** A rectangle of the window, px. */
export interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** Between the line of the caret and what floats, and between that and the window's edge, px. */
const GAP = 4
const EDGE = 8

interface Wanted {
  /** The line of the caret, from the sign to the caret. */
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

/**
 * Below the line of the caret, or above it where more of it can be seen there. It never lies on that line.
 */
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

/** What decides where the letters of a text area stand. */
const LOOKS = [
  'box-sizing',
  'border-width',
  'border-style',
  'padding',
  'font',
  'letter-spacing',
  'word-spacing',
  'text-indent',
  'text-transform',
  'text-align',
  'tab-size',
  'line-height',
  'direction',
  'overflow-wrap',
  'word-break',
]

/** Where a part of a text area's content stands: the place of its first letter, on the line of its last. */
export function boxOfText(area: HTMLTextAreaElement, start: number, end: number): Box {
  const style = getComputedStyle(area)
  const mirror = document.createElement('div')
  for (const name of LOOKS) mirror.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(mirror.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    width: `${area.clientWidth + parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth)}px`,
  })
  const part = document.createElement('span')
  part.textContent = area.value.slice(start, end) || '.'
  mirror.append(area.value.slice(0, start), part, `${area.value.slice(end)}.`)
  document.body.append(mirror)
  const pieces = [...part.getClientRects()]
  mirror.remove()
  const outer = area.getBoundingClientRect()
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return outer
  const [down, aside] = [outer.top - area.scrollTop, outer.left - area.scrollLeft]
  return {
    top: last.top + down,
    bottom: last.bottom + down,
    left: first.left + aside,
    right: first.right + aside,
  }
}
