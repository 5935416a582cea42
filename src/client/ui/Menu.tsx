import { Suspense, cloneElement, lazy, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { loadMenu } from './internal/overlay-modules.ts'

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

const MenuPanel = lazy(loadMenu)

/**
 * Menu of actions, on Radix. Until it is first opened it is nothing but its trigger, so a feed full of menus costs
 * neither a kilobyte nor a millisecond.
 */
export const Menu = (props: MenuProps) => {
  const [wanted, setWanted] = useState(false)
  const wake = () => setWanted(true)
  const asleep = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadMenu(),
    onFocus: () => void loadMenu(),
    onClick: wake,
  })
  if (!wanted) return asleep
  return (
    <Suspense fallback={asleep}>
      <MenuPanel {...props} />
    </Suspense>
  )
}
