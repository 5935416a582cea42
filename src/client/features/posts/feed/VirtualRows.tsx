import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useVirtualRows } from './useVirtualRows.ts'
import './VirtualRows.css'

interface VirtualRowsProps {
  /** Names the list among those of its page, so that Back restores its position. */
  listKey: string
  ids: readonly string[]
  /** feed: the rows are articles. list: rows of a plain list. */
  role: 'feed' | 'list'
  label: string
  busy?: boolean
  /** Estimated height of a row before it is measured, px. */
  guess: number
  /** Renders the row at an index of `ids`. */
  renderRow: (index: number) => ReactNode
}

/** A list in the window's own scroll that renders only the visible rows, whatever its length. */
export const VirtualRows = ({ listKey, ids, role, label, busy, guess, renderRow }: VirtualRowsProps) => {
  const { list, virtualizer, margin, inFlow, flowCount } = useVirtualRows(ids, listKey, guess)
  const rows = inFlow
    ? ids.slice(0, flowCount).map((key, index) => ({ key, index, start: 0 }))
    : virtualizer.getVirtualItems().map(({ key, index, start }) => ({ key, index, start: start - margin }))
  return (
    <div
      ref={list}
      role={role}
      aria-label={label}
      aria-busy={busy}
      className={clsx('s-rows', inFlow && 's-rows-flow')}
      style={inFlow ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {rows.map(({ key, index, start }) => (
        <div
          key={key}
          ref={inFlow ? undefined : virtualizer.measureElement}
          data-index={index}
          className="s-row"
          // Not a transform, because browsers would count the change as a layout shift.
          style={inFlow ? undefined : { top: start }}
          {...(role === 'list' && { role: 'listitem', 'aria-posinset': index + 1, 'aria-setsize': -1 })}
        >
          {renderRow(index)}
        </div>
      ))}
    </div>
  )
}
