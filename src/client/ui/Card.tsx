import { clsx } from 'clsx'
import { createContext, useContext } from 'react'
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

/** The level of the cards' titles: h3 where a heading of the page stands above a group of cards. */
export const CardLevel = createContext<'h2' | 'h3'>('h2')

/** A panel with a hairline around it. Cards are never nested. */
export const Card = ({ title, action, flush, className, children, ...rest }: CardProps) => {
  const Title = useContext(CardLevel)
  return (
    <section {...rest} className={clsx('rf-card', className)}>
      {(title || action) && (
        <div className="rf-card-head">
          <Title className="rf-card-title">{title}</Title>
          {action}
        </div>
      )}
      <div className={flush ? 'rf-card-flush' : 'rf-card-body'}>{children}</div>
    </section>
  )
}
