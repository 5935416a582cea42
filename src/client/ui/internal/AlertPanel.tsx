import { AlertDialog as Radix } from 'radix-ui'
import type { AlertDialogProps } from '../AlertDialog.tsx'
import { Button } from '../Button.tsx'
import { useFocusReturn } from './focus-return.ts'
import './DialogPanel.css'

/** The content of AlertDialog, loaded when it is first opened. */
export const AlertPanel = (props: AlertDialogProps) => {
  const { open, onOpenChange, title, description, destructive = true } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="rf-scrim">
          <Radix.Content className="rf-dialog rf-dialog-sm rf-alert" {...focusReturn}>
            <div className="rf-dialog-body">
              <Radix.Title className="rf-dialog-title">{title}</Radix.Title>
              <Radix.Description className="rf-dialog-description">{description}</Radix.Description>
            </div>
            <div className="rf-dialog-foot">
              <Radix.Cancel asChild>
                <Button variant="quiet">Cancel</Button>
              </Radix.Cancel>
              <Button
                variant={destructive ? 'danger' : 'primary'}
                pending={props.pending}
                pendingLabel={props.pendingLabel}
                onClick={props.onConfirm}
              >
                {props.confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
