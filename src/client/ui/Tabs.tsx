import { Tabs as Radix } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import './Tabs.css'

export interface Tab {
  key: string
  label: ReactNode
  /** The content of the tab; rendered only while the tab is selected. */
  content: ReactNode
}

interface TabsProps {
  tabs: readonly Tab[]
  /** Spoken name of the row. */
  label: string
  current: string
  onChange: (key: string) => void
  className?: string
}

/** Tabs within a screen, with arrow keys. Tabs with an address (?tab=) use LinkTabs. */
export const Tabs = ({ tabs, label, current, onChange, className }: TabsProps) => (
  <Radix.Root value={current} onValueChange={onChange} className={className}>
    <Radix.List aria-label={label} className="rf-tabs">
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.key} value={tab.key} className="rf-tab" onMouseDown={focusQuietly}>
          <span className="rf-tab-label">{tab.label}</span>
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.key} value={tab.key} className="rf-tab-panel">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
)

// Radix focuses a pressed tab by script. Browsers treat that as keyboard focus and draw a focus ring.
function focusQuietly({ button, currentTarget }: MouseEvent<HTMLElement>): void {
  if (button === 0) currentTarget.focus({ focusVisible: false })
}
