import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A labelled row of examples. */
export const ExampleRow = ({
  label,
  column,
  children,
}: {
  label: string
  column?: boolean
  children: ReactNode
}) => (
  <div className="mb-8">
    <h3 className="mb-3 font-text text-sm text-ink-faint">{label}</h3>
    <div
      className={clsx(column ? 'grid grid-cols-[minmax(0,1fr)] gap-4' : 'flex flex-wrap items-center gap-4')}
    >
      {children}
    </div>
  </div>
)
