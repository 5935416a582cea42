import { useRef } from 'react'

/**
 * Returns the focus to where it was before a dialog opened. Radix does so itself only for dialogs with a
 * trigger of their own; ours are opened by their owner's state. When that element was removed by the dialog's
 * action, the focus goes to the element around it. Spread the result over the dialog's Content.
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
