import { useWrite } from '#client/live/use-write.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { hideWrite } from './hide-person.ts'
import type { Hidden } from './hide-person.ts'

interface BlockDialogProps {
  person: Hidden
  open: boolean
  onClose: () => void
  /** Only when they are blocked now. */
  onBlocked?: (() => void) | undefined
}

/** Asked before a block, because it ends both follows permanently. */
export const BlockDialog = ({ person, open, onClose, onBlocked }: BlockDialogProps) => {
  const { pending, run } = useWrite()
  const block = async () => {
    const blocked = await run(hideWrite(person, 'block'))
    onClose()
    if (blocked) onBlocked?.()
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={`Block @${person.handle}?`}
      description="You will not see each other's posts. You cannot message or follow each other."
      confirmLabel="Block"
      pending={pending}
      pendingLabel="Blocking..."
      onConfirm={() => void block()}
    />
  )
}
