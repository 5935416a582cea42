import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import { loadAlert } from './internal/overlay-modules.ts'

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: string
  /** What will happen. */
  description: ReactNode
  /** The verb: 'Delete', not 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  /** Called on confirmation. The dialog stays until the owner sets `open` to false, so that it can show `pending`. */
  onConfirm: () => void
  pending?: boolean
  pendingLabel?: string
  /** The confirming button is red. Default true: it is for what cannot be undone. */
  destructive?: boolean
}

const AlertPanel = lazy(loadAlert)

/** Asks before something that cannot be undone. Focus starts on Cancel; a click beside it does not close it. */
export const AlertDialog = (props: AlertDialogProps) => {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted && !props.open) return null
  return (
    <Suspense fallback={null}>
      <AlertPanel {...props} />
    </Suspense>
  )
}
