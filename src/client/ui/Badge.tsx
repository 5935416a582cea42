import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './Badge.css'

export type BadgeTone = 'neutral' | 'royal' | 'brass' | 'live' | 'danger'

interface BadgeProps {
  /**
   * brass: everything royal (Admin, Verified, Royal Decree). live: happening now. danger: red and rare.
   * Default neutral.
   */
  tone?: BadgeTone
  icon?: ReactNode
  /** A dot before the text that breathes, for 'Live Data'. */
  pulse?: boolean
  className?: string
  children: ReactNode
}

/** A word about a thing: NSFW, Admin, Draft, Live Data. */
export const Badge = ({ tone = 'neutral', icon, pulse, className, children }: BadgeProps) => (
  <span className={clsx('rf-badge', `rf-badge-${tone}`, className)}>
    {pulse && <span className="rf-badge-pulse" />}
    {icon}
    {children}
  </span>
)
