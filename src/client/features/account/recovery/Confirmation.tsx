import { useEffect } from 'react'
import type { ComponentProps } from 'react'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'

/** Takes a form's place once it was sent, and the focus that the form took with it. */
export const Confirmation = (props: ComponentProps<typeof AuthFrame>) => {
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return <AuthFrame {...props} />
}
