import { useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { popoverOverlay } from './internal/overlay-modules.ts'
import { useLazy } from './lazy-component.ts'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The button that opens it, beside which it stands. */
  anchor: RefObject<HTMLElement | null>
  /** Called when it has closed, to set the focus. */
  onClosed: () => void
  children?: ReactNode
}

/**
 * Floats beside its button; a sheet from the bottom edge on a phone. Escape and a press elsewhere close it. With a
 * mouse its first field has the focus; on a phone it has it itself, so that no keyboard slides up.
 */
export const Popover = (props: PopoverProps) => {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  const Panel = useLazy(popoverOverlay, props.open, () => props.onOpenChange(false))
  // After its first opening it stays mounted, so that closing can be animated.
  return opened && Panel ? <Panel {...props} /> : null
}
