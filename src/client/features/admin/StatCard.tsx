import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Num } from '#client/ui/Num.tsx'

interface StatCardProps {
  icon: ReactNode
  label: string
  /** A figure, or a word where there is none. */
  value: number | string
  /** Right behind a figure. */
  unit?: string
  /** What exactly the figure counts. */
  note: string
  /** Of whom, where that is not everybody. */
  among?: string
}

/** One figure of the dashboard. */
export const StatCard = ({ icon, label, value, unit, note, among }: StatCardProps) => (
  <div className="rounded-lg border border-hairline bg-surface p-4">
    <p className="flex items-center gap-2 text-sm text-ink-soft [&_svg]:size-4">
      {icon}
      {label}
    </p>
    <p className={clsx('pt-1 font-semibold', typeof value === 'number' ? 'text-2xl' : 'text-lg')} data-testid="figure">
      {typeof value === 'number' ? <Num value={value} compact={false} /> : value}
      {unit}
    </p>
    <p className="text-xs text-ink-faint">{note}</p>
    {among && <p className="text-xs text-ink-faint">{among}</p>}
  </div>
)
