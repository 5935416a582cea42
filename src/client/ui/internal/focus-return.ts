import { useRef } from 'react'

/**
 * Gives focus back to where it was before a dialog opened. Radix does so by itself only for dialogs with a trigger of
 * their own; ours are opened by their owner's state. Spread the result over its Content.
 */
export const useFocusReturn = () => {
  const origin = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      origin.current?.focus()
    },
  }
}
