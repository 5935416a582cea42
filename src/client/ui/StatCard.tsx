import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Num } from './Num.tsx'

interface StatCardProps {
  icon: ReactNode
  label: string
  /** A figure, or a word where there is none. */
  value: number | string
  /** Directly after the figure. */
  unit?: string
  /** What the figure counts. */
  note: ReactNode
  /** The population of the figure, where it is not everybody. */
  among?: string
}

/** One figure of a dashboard. */
export const StatCard = ({ icon, label, value, unit, note, among }: StatCardProps) => (
  <div className="rounded-lg border border-hairline bg-surface p-4">
    <p className="flex items-center gap-2 text-sm text-ink-soft [&_svg]:size-4">
      {icon}
      {label}
    </p>
    {/* Text is smaller than a figure, on a line of the same height, so that the notes of a row are aligned. */}
    <p
      className={clsx(
        'pt-1 leading-9 font-semibold',
        typeof value === 'string' && value.includes(' ') ? 'text-lg' : 'text-2xl',
      )}
      data-testid="figure"
    >
      {typeof value === 'number' ? <Num value={value} compact={false} /> : value}
      {unit}
    </p>
    <p className="text-xs text-ink-faint">{note}</p>
    {among && <p className="text-xs text-ink-faint">{among}</p>}
  </div>
)
