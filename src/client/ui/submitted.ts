import type { FormEvent } from 'react'

/** The `onSubmit` of a form that code sends: the browser opens no other page. */
export const submitted =
  (send: () => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
