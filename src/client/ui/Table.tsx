import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import './Table.css'

/**
 * Table that scrolls sideways inside its own frame when the screen is narrow. `label` names it. With `rows` its
 * rows are 44 px high, and cards on a phone, where each cell shows its `label`.
 */
export const Table = ({
  label,
  rows,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { label: string; rows?: boolean }) => (
  // Focusable, so that a keyboard can scroll it.
  <div className="rf-table-frame" role="region" aria-label={label} tabIndex={0}>
    <table {...rest} className={clsx('rf-table', rows && 'rf-table-rows', className)}>
      {children}
    </table>
  </div>
)

interface HeadCellProps extends ComponentProps<'th'> {
  numeric?: boolean
  /** The last column stays in view while the table scrolls sideways. */
  pinned?: boolean
}

/** Column head. */
export const HeadCell = ({ numeric, pinned, className, ...rest }: HeadCellProps) => (
  <th
    scope="col"
    {...rest}
    className={clsx(numeric && 'rf-numeric', pinned && 'rf-cell-pinned', className)}
  />
)

/**
 * A cell; `numeric` sets figures of equal width to the right. `label`: its column, shown where the row is a card;
 * there two `short` or numeric cells share a line. `pinned`: of the last column, which stays in view while the table
 * scrolls sideways.
 */
export const Cell = ({
  numeric,
  label,
  short,
  pinned,
  className,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean; label?: string; short?: boolean; pinned?: boolean }) => (
  <td
    {...rest}
    data-label={label}
    className={clsx(
      numeric && 'rf-numeric',
      (short || numeric) && 'rf-cell-short',
      pinned && 'rf-cell-pinned',
      className,
    )}
  />
)

/** A row that says there are none, over all columns. */
export const EmptyRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <td colSpan={columns} className="rf-table-empty">
      {children}
    </td>
  </tr>
)
