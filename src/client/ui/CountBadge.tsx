import { clsx } from 'clsx'
import { counted } from '#contract/plural.ts'
import { cappedCount, type BadgeCap } from './page-title.ts'
import './CountBadge.css'

interface CountBadgeProps {
  count: number
  /** compact caps at 9+, wide at 99+ (product section 9). Default compact. */
  cap?: BadgeCap
  /** Spoken after the number: 'unread notifications'. */
  label: string
  tone?: 'royal' | 'live' | 'danger'
  className?: string
}

/** A count of unread or waiting things. Renders nothing at 0. */
export const CountBadge = ({ count, cap = 'compact', label, tone = 'royal', className }: CountBadgeProps) => {
  if (count <= 0) return null
  return (
    <span className={clsx('rf-count', `rf-count-${tone}`, 'tabular', className)}>
      {cappedCount(count, cap)}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** A dot that something waits, without saying how much. Renders nothing at 0. `label`: spoken, of one. */
export const QuietMark = ({
  count,
  label,
  className,
}: Pick<CountBadgeProps, 'count' | 'label' | 'className'>) =>
  count <= 0 ? null : (
    <span className={clsx('rf-mark', className)}>
      <span className="sr-only"> {counted(count, label)}</span>
    </span>
  )
