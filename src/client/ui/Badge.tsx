import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './Badge.css'

export type BadgeTone = 'neutral' | 'royal' | 'brass' | 'live' | 'danger'

interface BadgeProps {
  /**
   * brass: royal things (Admin, Verified, Royal Article). live: happening now. danger: red, rarely used.
   * Default neutral.
   */
  tone?: BadgeTone
  icon?: ReactNode
  /** A pulsing dot before the text, for 'Live Data'. */
  pulse?: boolean
  className?: string
  children: ReactNode
}

/** A label of a thing: NSFW, Admin, Draft, Live Data. */
export const Badge = ({ tone = 'neutral', icon, pulse, className, children }: BadgeProps) => (
  <span className={clsx('rf-badge', `rf-badge-${tone}`, className)}>
    {pulse && <span className="rf-badge-pulse" />}
    {icon}
    {children}
  </span>
)
