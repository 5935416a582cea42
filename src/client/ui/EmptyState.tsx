import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Mascot } from './Mascot.tsx'
import type { MascotName } from './Mascot.tsx'
import './EmptyState.css'

interface EmptyStateProps {
  /** What is missing: 'No posts yet.' */
  title: string
  /** An optional second sentence. */
  children?: ReactNode
  /** The next action: a Button or ButtonLink. */
  action?: ReactNode
  mascot?: MascotName
  /** Heading level. Default h2. */
  as?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

/** An empty list or screen: a mascot, one sentence, one action, and the tiles behind. */
export const EmptyState = ({
  title,
  children,
  action,
  mascot = 'duke',
  as: Title = 'h2',
  className,
}: EmptyStateProps) => (
  <div className={clsx('rf-empty', className)}>
    <div className="rf-empty-wall tiles tiles-fade" />
    <Mascot name={mascot} size={144} className="rf-empty-mascot" />
    <Title className="rf-empty-title">{title}</Title>
    {children && <div className="rf-empty-text">{children}</div>}
    {action && <div className="rf-empty-action">{action}</div>}
  </div>
)
