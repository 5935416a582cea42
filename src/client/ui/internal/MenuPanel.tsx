import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { cloneElement, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Link } from '../Link.tsx'
import { CountBadge } from '../CountBadge.tsx'
import { afterPaint } from '../after-paint.ts'
import type { MenuAction, MenuEntry, MenuLink, MenuPanelProps, MenuRow } from '../Menu.tsx'
import './MenuPanel.css'

const isAction = (entry: MenuAction | MenuLink): entry is MenuAction => 'onSelect' in entry

const EntryContent = ({ entry }: { entry: MenuAction | MenuLink }) => (
  <>
    <span className="rf-menu-icon">{entry.icon}</span>
    <span className="min-w-0">{entry.label}</span>
    {'waits' in entry && entry.waits && (
      <CountBadge {...entry.waits} cap="wide" tone="danger" className="ms-auto" />
    )}
  </>
)

const LinkEntry = ({ entry }: { entry: MenuLink }) => (
  <Radix.Item asChild className="rf-menu-item">
    {entry.to === undefined ? (
      <a href={entry.href} target="_blank" rel="noopener noreferrer">
        <EntryContent entry={entry} />
      </a>
    ) : (
      <Link to={entry.to}>
        <EntryContent entry={entry} />
      </Link>
    )}
  </Radix.Item>
)

const RowEntry = ({ entry, choose }: { entry: MenuRow; choose: (action: MenuAction) => void }) => (
  <Radix.Group
    className={clsx('rf-menu-row', entry.icon && 'rf-menu-row-labelled')}
    aria-label={entry.label}
    onKeyDownCapture={moveInRow}
  >
    {entry.icon && (
      <span className="rf-menu-row-label" aria-hidden="true">
        <span className="rf-menu-icon">{entry.icon}</span>
        {entry.label}
      </span>
    )}
    {entry.row.map((action) => {
      const shared = {
        className: 'rf-menu-row-item',
        'aria-label': action.label,
        textValue: action.label,
        onSelect: () => choose(action),
        children: <span aria-hidden="true">{action.icon}</span>,
      }
      return action.checked === undefined ? (
        <Radix.Item key={action.label} {...shared} />
      ) : (
        <Radix.CheckboxItem key={action.label} {...shared} checked={action.checked} />
      )
    })}
  </Radix.Group>
)

/** Left and right move within a row; down leaves it. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget
  const all = [...(row.parentElement ?? row).querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const inRow = all.filter((item) => row.contains(item))
  const at = inRow.indexOf(event.target as HTMLElement)
  const next = {
    ArrowLeft: inRow.at(at - 1),
    ArrowRight: inRow[(at + 1) % inRow.length],
    ArrowDown: all[all.indexOf(inRow.at(-1)!) + 1],
  }[event.key]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus({ focusVisible: true })
}

const Entry = ({ entry, choose }: { entry: MenuEntry; choose: (action: MenuAction) => void }) => {
  if (entry === 'separator') return <Radix.Separator className="rf-menu-separator" />
  if ('heading' in entry) return <Radix.Label className="rf-menu-heading">{entry.heading}</Radix.Label>
  if ('row' in entry) return <RowEntry entry={entry} choose={choose} />
  if (!isAction(entry)) return <LinkEntry entry={entry} />
  return (
    <Radix.Item
      className={clsx('rf-menu-item', entry.tone === 'danger' && 'rf-menu-danger')}
      disabled={entry.disabled}
      onSelect={() => choose(entry)}
    >
      <EntryContent entry={entry} />
    </Radix.Item>
  )
}

const keyOf = (entry: MenuEntry, index: number) =>
  typeof entry === 'string' ? `line-${index}` : 'heading' in entry ? entry.heading : entry.label

/**
 * The menu from its first opening on. It is open when it mounts, because a click on the trigger mounts it.
 */
export const MenuPanel = ({ trigger, items, align = 'end', onOpenChange }: MenuPanelProps) => {
  const [open, setOpen] = useState(true)
  const [isOpening, setOpening] = useState(true)
  useEffect(() => {
    if (!open) return undefined
    onOpenChange?.(true)
    return () => onOpenChange?.(false)
  }, [open, onOpenChange])
  // The action runs when focus is back on the trigger, so that a dialog it opens returns the focus there.
  const chosen = useRef<MenuAction | null>(null)
  const act = () => {
    const action = chosen.current
    chosen.current = null
    if (action) queueMicrotask(action.onSelect)
  }
  const choose = (action: MenuAction) => {
    chosen.current = action
  }
  const change = (next: boolean) => {
    setOpening(next)
    if (!next) setOpen(false)
    else void afterPaint().then(() => setOpen(true))
  }
  return (
    <Radix.Root open={open} onOpenChange={change} modal={false}>
      <Radix.Trigger asChild>
        {cloneElement(trigger, {
          'data-state': isOpening ? 'open' : 'closed',
          // Assistive tools and scripts send no more than this event; Radix listens to the pointer and to keys.
          onClick: ({ detail }: MouseEvent) => detail === 0 && !open && change(true),
        })}
      </Radix.Trigger>
      {/* Not by Radix, which would ask for the style of an animation that there is none of at the end, and so lay out
          the page once more. */}
      {open && (
        <Radix.Portal forceMount>
          <Radix.Content
            forceMount
            className="rf-menu"
            align={align}
            sideOffset={4}
            collisionPadding={8}
            loop
            onCloseAutoFocus={act}
          >
            {items().map((entry, index) => (
              <Entry key={keyOf(entry, index)} entry={entry} choose={choose} />
            ))}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}
