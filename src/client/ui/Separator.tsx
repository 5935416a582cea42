import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './Separator.css'

interface SeparatorProps {
  /** A word in the middle: 'or', a day, 'New messages'. */
  label?: ReactNode
  tone?: 'hairline' | 'live'
  className?: string
}

/** A hairline across, with or without a word in it (day dividers, unread line, 'or'). */
export const Separator = ({ label, tone = 'hairline', className }: SeparatorProps) =>
  label ? (
    <div role="separator" className={clsx('rf-separator', `rf-separator-${tone}`, className)}>
      <span>{label}</span>
    </div>
  ) : (
    <hr className={clsx('rf-separator-plain', className)} />
  )
