import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import './Card.css'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Title in the card's head; names the section. */
  title?: ReactNode
  /** Right of the title. */
  action?: ReactNode
  /** No inner padding, for a list or a picture. */
  flush?: boolean
}

/** A panel with a hairline around it. Cards are never nested. */
export const Card = ({ title, action, flush, className, children, ...rest }: CardProps) => (
  <section {...rest} className={clsx('rf-card', className)}>
    {(title || action) && (
      <div className="rf-card-head">
        <h2 className="rf-card-title">{title}</h2>
        {action}
      </div>
    )}
    <div className={flush ? 'rf-card-flush' : 'rf-card-body'}>{children}</div>
  </section>
)
