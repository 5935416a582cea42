import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import './Tabs.css'

export interface LinkTab {
  key: string
  label: ReactNode
  /** Where it leads, such as `?tab=media`. */
  to: string
}

interface LinkTabsProps {
  tabs: readonly LinkTab[]
  /** Key of the tab that is shown. */
  current: string
  /** Spoken name of the row. */
  label: string
  /** Equal widths over the whole row, for two or three tabs in a header. */
  fill?: boolean
  className?: string
}

/** Tabs that are addresses: back, reload and sharing work. Moving between them keeps the scroll position. */
export const LinkTabs = ({ tabs, current, label, fill, className }: LinkTabsProps) => (
  <nav aria-label={label} className={clsx('rf-tabs', fill && 'rf-tabs-fill', className)}>
    {tabs.map((tab) => (
      <Link
        key={tab.key}
        to={tab.to}
        replace
        preventScrollReset
        className="rf-tab"
        aria-current={tab.key === current ? 'page' : undefined}
      >
        <span className="rf-tab-label">{tab.label}</span>
      </Link>
    ))}
  </nav>
)
