import type { Box } from '#client/ui/place-beside.ts'

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
