import { cloneElement, useState } from 'react'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { menuOverlay } from './internal/overlay-modules.ts'
import { useLate } from './late.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
}
/** Entry that leads somewhere within the app, or outside with `href`. */
export interface MenuLink {
  label: string
  icon?: ReactNode
  to?: string
  href?: string
}
export type MenuEntry = MenuAction | MenuLink | 'separator' | { heading: string }

export interface MenuProps {
  /** A Button or IconButton; the menu adds its own attributes and handlers. */
  trigger: ReactElement<Record<string, unknown>>
  /** Entries, or a function called when the menu opens. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[])
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Told when the menu opens and closes. Must be stable. */
  onOpenChange?: (open: boolean) => void
}

/** Keys that open a menu besides a click (which Enter and the space bar are). */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/**
 * Menu of actions, on Radix. Until it is first opened it is nothing but its trigger, so a feed full of menus costs
 * neither a kilobyte nor a millisecond.
 */
export const Menu = (props: MenuProps) => {
  const [wanted, setWanted] = useState(false)
  const Panel = useLate(menuOverlay, wanted, () => setWanted(false))
  if (wanted && Panel) return <Panel {...props} />
  // A failure here is nothing yet: opening the menu tries again.
  const prepare = () => void menuOverlay.load().catch(() => undefined)
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => OPENING_KEYS.includes(event.key) && setWanted(true),
  })
}
