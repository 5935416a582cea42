import { clsx } from 'clsx'
import './Progress.css'

interface ProgressProps {
  /** From 0 to max. */
  value: number
  max?: number
  /** Spoken name. */
  label: string
  tone?: 'royal' | 'brass'
  className?: string
}

/** The progress of an upload, or a share in a table. */
export const Progress = ({ value, max = 100, label, tone = 'royal', className }: ProgressProps) => (
  <progress
    className={clsx('rf-progress', `rf-progress-${tone}`, className)}
    value={Math.min(Math.max(value, 0), max)}
    max={max || 1}
    aria-label={label}
  />
)
