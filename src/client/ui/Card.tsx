import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import './Card.css'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Title in the card's head; names the section. */
  title?: ReactNode
  /** Right of the title. */
  action?: ReactNode
  /** No inner padding: a list or a picture fills it. */
  flush?: boolean
}

/** A panel with a hairline around it. Never a card in a card. */
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
