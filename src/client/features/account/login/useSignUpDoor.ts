import { useEffect, useState } from 'react'
import type { SignUpStateView } from '#contract/account.sign-up.ts'
import { seedSignUp, useSignUp } from '#client/features/account/data/sign-up/sign-up.store.ts'
import { api } from '#client/live/http.ts'

/**
 * What the sign-up page shows: the form, a sentence, or nothing until the invitation is checked. What the page
 * knows may be old, so it asks once; without an answer the form is shown, and the server decides.
 */
export function useSignUpDoor(
  invite: string | null,
): 'form' | 'closed' | 'invited' | 'invitation' | 'asking' {
  const mode = useSignUp((state) => state.mode)
  const [isInvited, setInvited] = useState<boolean | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api
      .get<SignUpStateView>('/api/auth/sign-up', { invite: invite ?? undefined }, stop.signal)
      .then((state) => {
        seedSignUp(state.mode)
        setInvited(state.isInvited)
      })
      .catch(() => stop.signal.aborted || setInvited(true))
    return () => stop.abort()
  }, [invite])
  if (mode === 'open') return 'form'
  if (mode === 'closed') return 'closed'
  if (invite === null) return 'invited'
  return isInvited === null ? 'asking' : isInvited ? 'form' : 'invitation'
}
