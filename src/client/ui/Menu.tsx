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
  /** Open from the start: its place was only a trigger until now (see `menuTrigger`). */
  startsOpen?: boolean
  /** Told when the menu opens and closes. Must be stable. */
  onOpenChange?: (open: boolean) => void
}

/** Keys that open a menu besides a click (which Enter and the space bar are). */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/**
 * Menu of actions, on Radix. Until it is first opened it is nothing but its trigger, so a feed full of menus
 * costs neither a kilobyte nor a millisecond.
 */
export const Menu = (props: MenuProps) => {
  const [wanted, setWanted] = useState(props.startsOpen ?? false)
  const Panel = useLate(menuOverlay, wanted, () => setWanted(false))
  if (wanted && Panel) return <Panel {...props} />
  return cloneElement(
    props.trigger,
    menuTrigger(() => setWanted(true)),
  )
}

/**
 * What makes a button the trigger of a menu that is not there yet. `prepare`: what else has to be fetched for
 * it, a moment before it is wanted.
 */
export const menuTrigger = (want: () => void, ...prepare: readonly { load: () => Promise<unknown> }[]) => {
  // A failure here is nothing yet: opening the menu tries again.
  const fetchAhead = () => void Promise.allSettled([menuOverlay, ...prepare].map(({ load }) => load()))
  return {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
    onClick: want,
    onKeyDown: (event: KeyboardEvent) => {
      if (OPENING_KEYS.includes(event.key)) want()
    },
  } as const
}
