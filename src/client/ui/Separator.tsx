import { clsx } from 'clsx'
import './Separator.css'

interface SeparatorProps {
  /** The word in its middle: 'or'. */
  label: string
  className?: string
}

/** A hairline across, with a word in it. */
export const Separator = ({ label, className }: SeparatorProps) => (
  <div role="separator" className={clsx('rf-separator', className)}>
    <span>{label}</span>
  </div>
)
