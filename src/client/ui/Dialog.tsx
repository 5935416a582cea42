import { useState } from 'react'
import type { ReactNode } from 'react'
import { dialogOverlay } from './internal/overlay-modules.ts'
import { useLazy } from './lazy-component.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** A sentence under the title. */
  description?: ReactNode
  /** sm 400 px, md 560 px, lg 760 px. Default md. */
  size?: 'sm' | 'md' | 'lg'
  /** 'sheet' slides up from the bottom edge on a phone and is an ordinary dialog from 768 px. See Sheet. */
  shape?: 'dialog' | 'sheet'
  /** Its upper edge keeps its place while the content grows and shrinks. */
  anchored?: boolean
  /** The focus begins at the dialog itself, not at its first field: a phone shows no keyboard over what is read first. */
  isRead?: boolean
  /** Actions, in a row at the end; the last one is the main action. */
  footer?: ReactNode
  children?: ReactNode
}

/**
 * Dialog on Radix: it traps the focus and returns it, Escape and a click outside close it, the page behind
 * does not scroll. Controlled by `open`; its code is loaded when it is first opened. Never open one over
 * another.
 */
export const Dialog = (props: DialogProps) => {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  const Panel = useLazy(dialogOverlay, props.open, () => props.onOpenChange(false))
  // After its first opening it stays mounted, so that closing can be animated.
  return opened && Panel ? <Panel {...props} /> : null
}
