import { useState } from 'react'
import type { ReactNode } from 'react'
import { alertOverlay } from './internal/overlay-modules.ts'
import { useLazy } from './lazy-component.ts'

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: string
  /** The consequences. */
  description: ReactNode
  /** The verb, such as 'Delete'; not 'OK'. */
  confirmLabel: string
  /**
   * Called on confirmation. The dialog stays until the owner sets `open` to false, so that it can show
   * `pending`.
   */
  onConfirm: () => void
  pending?: boolean
  pendingLabel?: string
  /** Red confirming button. Default true, for what cannot be undone. */
  destructive?: boolean
}

/** Asks before something that cannot be undone. Focus starts on Cancel; a click outside does not close it. */
export const AlertDialog = (props: AlertDialogProps) => {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  const Panel = useLazy(alertOverlay, props.open, () => props.onOpenChange(false))
  // After its first opening it stays mounted, so that closing can be animated.
  return opened && Panel ? <Panel {...props} /> : null
}
