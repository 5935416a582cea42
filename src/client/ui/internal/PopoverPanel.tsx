import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { IconButton } from '../IconButton.tsx'
import type { PopoverProps } from '../Popover.tsx'
import { followPlace, placeBeside, seenWindow } from '../place-beside.ts'
import './DialogPanel.css'
import './PopoverPanel.css'

const PHONE = '(width < 48rem)'

/** The content of Popover, loaded when it is first opened. */
export const PopoverPanel = (props: PopoverProps) => {
  const { open, onOpenChange } = props
  // It stays what it was when it was opened.
  const [isSheet, setSheet] = useState(() => matchMedia(PHONE).matches)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setSheet(matchMedia(PHONE).matches)
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={isSheet}>
      <Radix.Portal>
        {isSheet ? (
          <Radix.Overlay className="rf-scrim">
            <Content {...props} isSheet />
          </Radix.Overlay>
        ) : (
          <Content {...props} isSheet={false} />
        )}
      </Radix.Portal>
    </Radix.Root>
  )
}

const Content = ({ title, anchor, onClosed, isSheet, children }: PopoverProps & { isSheet: boolean }) => {
  const [box, setBox] = useState<HTMLElement | null>(null)
  usePlace(isSheet ? null : box, anchor)
  return (
    <Radix.Content
      ref={setBox}
      className={clsx(isSheet ? 'rf-dialog rf-sheet' : 'rf-popover')}
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        const place = event.currentTarget as HTMLElement
        const field = isSheet ? null : place.querySelector<HTMLElement>('input')
        ;(field ?? place).focus()
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
      // A press on its button closes it by itself.
      onInteractOutside={(event) => {
        if (anchor.current?.contains(event.target as Node)) event.preventDefault()
      }}
    >
      <div className={isSheet ? 'rf-dialog-head' : 'sr-only'}>
        <Radix.Title className="rf-dialog-title">{title}</Radix.Title>
      </div>
      {children}
      {isSheet && (
        <Radix.Close asChild>
          <IconButton label="Close" icon={<X />} tooltip={false} className="rf-dialog-close" />
        </Radix.Close>
      )}
    </Radix.Content>
  )
}

function usePlace(box: HTMLElement | null, anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!box) return undefined
    const put = () => {
      const line = anchor.current?.getBoundingClientRect()
      if (!line) return
      const { left, top, maxHeight } = placeBeside({
        line,
        seen: seenWindow(),
        width: box.offsetWidth,
        height: box.scrollHeight,
        isRightToLeft: false,
      })
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
    }
    // What it shows may come later than it does.
    const sizes = new ResizeObserver(put)
    sizes.observe(box)
    const stop = followPlace(put)
    return () => {
      sizes.disconnect()
      stop()
    }
  }, [box, anchor])
}
