/** Puts the focus into the field of the open conversation. */
export const focusComposer = (): void =>
  document.querySelector<HTMLElement>('.s-thread-composer:not([hidden]) textarea')?.focus()
