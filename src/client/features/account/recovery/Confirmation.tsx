import { useEffect } from 'react'
import type { ComponentProps } from 'react'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'

/** Replaces a form after it was sent, and gets its focus. */
export const Confirmation = (props: ComponentProps<typeof AuthFrame>) => {
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return <AuthFrame {...props} />
}
