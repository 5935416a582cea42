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
  const items = inFlow ? [] : virtualizer.getVirtualItems()
  const rows = inFlow ? ids.slice(0, flowCount).map((key, index) => ({ key, index })) : items
  // The rows follow each other in the page's flow: one that grows moves the others in the same frame.
  const above = (items[0]?.start ?? margin) - margin
  const below = virtualizer.getTotalSize() + margin - (items.at(-1)?.end ?? margin)
  return (
    <div
      ref={list}
      role={role}
      aria-label={label}
      aria-busy={busy}
      className={clsx('rf-rows', inFlow && 'rf-rows-flow')}
      style={inFlow ? undefined : { paddingTop: above, paddingBottom: below }}
    >
      {rows.map(({ key, index }) => (
        <div
          key={key}
          ref={inFlow ? undefined : virtualizer.measureElement}
          data-index={index}
          className="rf-row"
          {...(role === 'list' && { role: 'listitem', 'aria-posinset': index + 1, 'aria-setsize': -1 })}
        >
          {renderRow(index)}
        </div>
      ))}
    </div>
  )
}
