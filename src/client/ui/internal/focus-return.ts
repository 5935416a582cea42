import { useRef } from 'react'

/** What was focused; for an item of a menu that is closing, the menu's trigger. */
const returnTarget = (): HTMLElement | null => {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return null
  const trigger = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : focused
}

/**
 * Gives focus back to where it was before a dialog opened. Radix does so by itself only for dialogs with a trigger of
 * their own; ours are opened by their owner's state. Spread the result over its Content.
 */
export const useFocusReturn = () => {
  const origin = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = returnTarget()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      origin.current?.focus()
    },
  }
}
