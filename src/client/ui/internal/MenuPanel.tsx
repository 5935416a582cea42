import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MenuAction, MenuEntry, MenuLink, MenuProps } from '../Menu.tsx'
import './MenuPanel.css'

const isAction = (entry: MenuAction | MenuLink): entry is MenuAction => 'onSelect' in entry

const Face = ({ entry }: { entry: MenuAction | MenuLink }) => (
  <>
    <span className="rf-menu-icon">{entry.icon}</span>
    <span className="min-w-0">{entry.label}</span>
  </>
)

const LinkEntry = ({ entry }: { entry: MenuLink }) => (
  <Radix.Item asChild className="rf-menu-item">
    {entry.to === undefined ? (
      <a href={entry.href} target="_blank" rel="noopener noreferrer">
        <Face entry={entry} />
      </a>
    ) : (
      <Link to={entry.to}>
        <Face entry={entry} />
      </Link>
    )}
  </Radix.Item>
)

const Entry = ({ entry, choose }: { entry: MenuEntry; choose: (action: MenuAction) => void }) => {
  if (entry === 'separator') return <Radix.Separator className="rf-menu-separator" />
  if ('heading' in entry) return <Radix.Label className="rf-menu-heading">{entry.heading}</Radix.Label>
  if (!isAction(entry)) return <LinkEntry entry={entry} />
  return (
    <Radix.Item
      className={clsx('rf-menu-item', entry.tone === 'danger' && 'rf-menu-danger')}
      disabled={entry.disabled}
      onSelect={() => choose(entry)}
    >
      <Face entry={entry} />
    </Radix.Item>
  )
}

const keyOf = (entry: MenuEntry, index: number) =>
  typeof entry === 'string' ? `line-${index}` : 'heading' in entry ? entry.heading : entry.label

/** The awake half of Menu: opens at once, because it is only ever made by a click on the trigger. */
export const MenuPanel = ({ trigger, items, align = 'end', side = 'bottom', onOpenChange }: MenuProps) => {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (!open) return undefined
    onOpenChange?.(true)
    return () => onOpenChange?.(false)
  }, [open, onOpenChange])
  // Done once focus is back on the trigger: a dialog that opens then knows where to return it.
  const chosen = useRef<MenuAction | null>(null)
  const act = () => {
    const action = chosen.current
    chosen.current = null
    if (action) queueMicrotask(action.onSelect)
  }
  const choose = (action: MenuAction) => {
    chosen.current = action
  }
  const entries = open ? (typeof items === 'function' ? items() : items) : []
  return (
    <Radix.Root open={open} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="rf-menu"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={act}
        >
          {entries.map((entry, index) => (
            <Entry key={keyOf(entry, index)} entry={entry} choose={choose} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
