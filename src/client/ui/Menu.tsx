import { cloneElement, useState } from 'react'
import type { ComponentType, KeyboardEvent, ReactElement, ReactNode } from 'react'
import { afterPaint } from './after-paint.ts'
import { menuOverlay } from './internal/overlay-modules.ts'
import { sayNotLoaded } from './lazy-component.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
  /** Of an action in a row: set when choosing it turns something on or off. */
  checked?: boolean
}
/** Actions side by side that show their icons alone, after the row's own icon and label if it has an icon. */
export interface MenuRow {
  label: string
  icon?: ReactNode
  row: readonly MenuAction[]
}
/** A link within the app, or to another site with `href`. */
export interface MenuLink {
  label: string
  icon?: ReactNode
  to?: string
  href?: string
  /** What waits behind the link; `label` is spoken after the number. */
  waits?: { count: number; label: string } | undefined
}
export type MenuEntry = MenuAction | MenuLink | MenuRow | 'separator' | { heading: string }

interface MenuBase {
  /** A Button or IconButton; the menu adds its own attributes and handlers. */
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'center' | 'end'
  /** Called when the menu opens and closes. Must be stable. */
  onOpenChange?: (open: boolean) => void
}
/** A menu whose entries are loaded already. */
interface ReadyMenuProps extends MenuBase {
  /** Entries, or a function called while the menu is open. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[])
  load?: undefined
}
/** A menu whose entries have code of their own, which is loaded when the menu is hovered or opened. */
interface LoadedMenuProps<Loaded> extends MenuBase {
  /** Loads the code: `() => import('./post-menu-items.tsx')`. */
  load: () => Promise<Loaded>
  /** Called with that code while the menu is open. */
  items: (loaded: Loaded) => readonly MenuEntry[]
}
export type MenuProps<Loaded = undefined> = ReadyMenuProps | LoadedMenuProps<Loaded>

/** What the open menu needs. */
export interface MenuPanelProps extends MenuBase {
  items: () => readonly MenuEntry[]
}

/** Keys that open a menu, besides a click (which Enter and the space bar cause). */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/**
 * Menu of actions, on Radix. Until it is first opened only its trigger is rendered, so a feed with many menus
 * costs neither bytes nor time. When its code cannot be loaded it stays closed; the next click tries again.
 * The trigger shows at once that it was pressed; the menu, which is much to draw, comes after that frame.
 */
export const Menu = <Loaded,>(props: MenuProps<Loaded>) => {
  const [Panel, setPanel] = useState<ComponentType<MenuPanelProps> | null>(null)
  const [loaded, setLoaded] = useState<Loaded>()
  const [isOpening, setOpening] = useState(false)
  const { trigger, align, onOpenChange } = props
  if (Panel) {
    const placement = {
      ...(align && { align }),
      ...(onOpenChange && { onOpenChange }),
    }
    return <Panel trigger={trigger} items={() => entriesOf(props, loaded)} {...placement} />
  }
  const open = () => {
    setOpening(true)
    void afterPaint()
      .then(() => fetchParts(props))
      .then(
        ([panel, code]) => {
          setPanel(() => panel)
          setLoaded(() => code)
        },
        () => {
          setOpening(false)
          sayNotLoaded()
        },
      )
  }
  const prefetch = () =>
    void afterPaint()
      .then(() => fetchParts(props))
      .catch(() => undefined)
  return cloneElement(trigger, {
    'data-state': isOpening ? 'open' : 'closed',
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (OPENING_KEYS.includes(event.key)) open()
    },
  })
}

const fetchParts = <Loaded,>({ load }: MenuProps<Loaded>) =>
  Promise.all([menuOverlay.load(), load ? load() : undefined])

function entriesOf<Loaded>(props: MenuProps<Loaded>, loaded: Loaded | undefined): readonly MenuEntry[] {
  // The menu is open, so its code is loaded.
  if (props.load) return props.items(loaded as Loaded)
  return typeof props.items === 'function' ? props.items() : props.items
}
