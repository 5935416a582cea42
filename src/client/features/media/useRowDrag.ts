import { useEffect, useState } from 'react'
import type { CSSProperties, HTMLAttributes, PointerEvent, RefObject } from 'react'

interface Drag {
  pointerId: number
  from: number
  /** Place that the row would have if it were dropped now. */
  to: number
  startY: number
  /** How far it was dragged, px. */
  distance: number
  /** Of all rows before the drag. */
  rows: readonly { top: number; height: number }[]
}

/** Distance from which a press counts as a drag, px. */
const THRESHOLD = 4

/**
 * Lets people drag the rows of a list to other places, with a mouse, a pen or a finger. The rows stay where they are in
 * the document until the drop, because an element that is moved in the document loses its pointer. Escape ends the drag.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isActive = drag !== null && isDrag(drag.distance)

  useEffect(() => {
    if (!isActive) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDrag(null)
    }
    addEventListener('keydown', cancel, true)
    return () => removeEventListener('keydown', cancel, true)
  }, [isActive])

  const handleOf = (from: number): HTMLAttributes<HTMLElement> => ({
    onPointerDown: (event) => {
      if (event.button !== 0 || drag) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({
        pointerId: event.pointerId,
        from,
        to: from,
        startY: event.pageY,
        distance: 0,
        rows: rowsOf(list.current),
      })
    },
    onPointerMove: (event) => {
      if (drag && isOf(event, drag)) setDrag(movedTo(drag, event.pageY - drag.startY))
    },
    onPointerUp: (event) => {
      if (!drag || !isOf(event, drag)) return
      setDrag(null)
      const { from, to, distance } = movedTo(drag, event.pageY - drag.startY)
      if (isDrag(distance) && to !== from) onDrop(from, to)
    },
    onLostPointerCapture: () => setDrag(null),
    // The browser would drag the picture itself.
    onDragStart: (event) => event.preventDefault(),
  })

  return {
    /** The row that is being dragged. */
    from: isActive ? drag.from : null,
    /** How far each row is drawn from its place: the others make room. */
    styleOf: (at: number): CSSProperties | undefined =>
      isActive ? { translate: `0 ${shiftOf(drag, at)}px` } : undefined,
    /** What makes an element of a row its handle. */
    handleOf,
  }
}

const isDrag = (distance: number) => Math.abs(distance) >= THRESHOLD

const isOf = (event: PointerEvent, { pointerId }: Drag) => event.pointerId === pointerId

const rowsOf = (list: HTMLElement | null): Drag['rows'] =>
  [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return { top, height }
  })

function movedTo(drag: Drag, distance: number): Drag {
  const middle = ({ top, height }: Drag['rows'][number]) => top + height / 2
  const own = middle(drag.rows[drag.from]!) + distance
  const to = drag.rows.filter((row, at) => at !== drag.from && middle(row) < own).length
  return { ...drag, distance, to }
}

function shiftOf({ from, to, distance, rows }: Drag, at: number): number {
  if (at === from) return distance
  const room = rows[from]!.height + (rows[1]!.top - rows[0]!.top - rows[0]!.height)
  if (at > from && at <= to) return -room
  return at < from && at >= to ? room : 0
}
