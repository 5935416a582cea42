import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface PageHeadingProps {
  title: string
  /** The page's actions, at the end of the line; below the title on a phone. */
  children?: ReactNode
  className?: string
}

/** The heading of a page. It takes the focus when the page opens. */
export const PageHeading = ({ title, children, className }: PageHeadingProps) => (
  <header className={clsx('flex flex-wrap items-center gap-2', className)}>
    <h1 className="me-auto text-2xl max-sm:basis-full" tabIndex={-1}>
      {title}
    </h1>
    {children}
  </header>
)
