import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { DialogProps } from '../Dialog.tsx'
import { IconButton } from '../IconButton.tsx'
import { useFocusReturn } from './focus-return.ts'
import './DialogPanel.css'

const Head = ({
  title,
  description,
  hideTitle,
}: Pick<DialogProps, 'title' | 'description' | 'hideTitle'>) => (
  <div className={hideTitle ? 'sr-only' : 'rf-dialog-head'}>
    <Radix.Title className="rf-dialog-title">{title}</Radix.Title>
    {description && <Radix.Description className="rf-dialog-description">{description}</Radix.Description>}
  </div>
)

/** The content of Dialog, loaded when it is first opened. */
export const DialogPanel = (props: DialogProps) => {
  const { open, onOpenChange, description, size = 'md', shape = 'dialog', anchored, footer, children } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="rf-scrim">
          <Radix.Content
            className={clsx(
              'rf-dialog',
              `rf-dialog-${size}`,
              shape === 'sheet' && 'rf-sheet',
              anchored && 'rf-dialog-anchored',
            )}
            {...focusReturn}
            // Radix gives the Escape key to what opened last: a toast that came after the dialog.
            onKeyDown={({ key, defaultPrevented }) => {
              if (key === 'Escape' && !defaultPrevented) onOpenChange(false)
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Head {...props} />
            {children && <div className="rf-dialog-body">{children}</div>}
            {footer && <div className="rf-dialog-foot">{footer}</div>}
            {/* Last in the document, so that focus starts in the content. */}
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X />} tooltip={false} className="rf-dialog-close" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
