import { clsx } from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import './Tabs.css'

export interface LinkTab {
  key: string
  label: ReactNode
  /** Its address, such as `?tab=media`. */
  to: string
}

interface LinkTabsProps {
  tabs: readonly LinkTab[]
  /** Key of the current tab. */
  current: string
  /** Spoken name of the row. */
  label: string
  /** Equal widths over the whole row, for two or three tabs in a header. */
  fill?: boolean
  className?: string
  /** Changes with the widths of the labels: a badge that comes later moves the tabs. */
  widths?: unknown
}

/** Tabs that are addresses: back, reload and sharing work. Moving between them keeps the scroll position. */
export const LinkTabs = ({ tabs, current, label, fill, className, widths }: LinkTabsProps) => (
  <nav
    ref={useCurrentInView(current, widths)}
    aria-label={label}
    className={clsx('rf-tabs', fill && 'rf-tabs-fill', className)}
  >
    {tabs.map((tab) => (
      <Link
        key={tab.key}
        to={tab.to}
        replace

        className="rf-tab"
        aria-current={tab.key === current ? 'page' : undefined}
      >
        <span className="rf-tab-label">{tab.label}</span>
      </Link>
    ))}
  </nav>
)

/** Where the row is wider than the screen, the current tab is scrolled to its middle. */
function useCurrentInView(current: string, widths: unknown) {
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const tab = row.current?.querySelector('[aria-current]')
    if (!row.current || !tab) return
    const [outer, inner] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [current, widths])
  return row
}
