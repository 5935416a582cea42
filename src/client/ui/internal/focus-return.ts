import { useRef } from 'react'

/**
 * Gives focus back to where it was before a dialog opened. Radix does so by itself only for dialogs with a
 * trigger of their own; ours are opened by their owner's state. When that place went with what the dialog
 * took away, focus goes to what stood around it. Spread the result over its Content.
 */
export const useFocusReturn = () => {
  const origins = useRef<readonly Element[]>([])
  return {
    onOpenAutoFocus: () => {
      origins.current = withAncestors(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusFirstLeft(origins.current)
    },
  }
}

function withAncestors(element: Element | null): Element[] {
  return element && element !== document.body ? [element, ...withAncestors(element.parentElement)] : []
}

function focusFirstLeft(origins: readonly Element[]): void {
  const left = origins.find(
    (element) =>
      element.isConnected &&
      element instanceof HTMLElement &&
      element.matches('a, button, input, textarea, [tabindex]'),
  )
  if (left instanceof HTMLElement) left.focus({ preventScroll: left !== origins[0] })
}
