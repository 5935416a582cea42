import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import type { DialogProps } from '../Dialog.tsx'
import { IconButton } from '../IconButton.tsx'
import { useFocusReturn } from './focus-return.ts'
import './DialogPanel.css'

const Head = ({ title, description }: Pick<DialogProps, 'title' | 'description'>) => (
  <div className="rf-dialog-head">
    <Radix.Title className="rf-dialog-title">{title}</Radix.Title>
    {description && <Radix.Description className="rf-dialog-description">{description}</Radix.Description>}
  </div>
)

/** Words of the person; a search can be typed again. */
const isWriting = (field: EventTarget): boolean =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && ['text', 'email', 'url', 'password'].includes(field.type))

/** The content of Dialog, loaded when it is first opened. */
export const DialogPanel = (props: DialogProps) => {
  const {
    open,
    onOpenChange,
    description,
    size = 'md',
    shape = 'dialog',
    anchored,
    isRead,
    footer,
    children,
  } = props
  const focusReturn = useFocusReturn()
  const typed = useRef(false)
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
            onOpenAutoFocus={(event) => {
              typed.current = false
              focusReturn.onOpenAutoFocus()
              if (!isRead) return
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus()
            }}
            onInput={({ target }) => (typed.current ||= isWriting(target))}
            // A press beside the dialog is easily made by mistake, and nothing brings typed words back.
            onInteractOutside={(event) => typed.current && event.preventDefault()}
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
