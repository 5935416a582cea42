import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { checkLogin } from '#contract/account.checks.ts'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * Checks, logs in, and reports how it went (product sections 5 and 8). `onSecondStep`: the password was right
 * and a second factor is needed.
 */
export function useLogin(onSecondStep: () => void) {
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    setFailed(false)
    const values = Object.fromEntries(new FormData(form)) as { email: string; password: string }
    const wrong = checkLogin(values)
    if (wrong) {
      toast({ variant: 'destructive', title: 'Error', description: wrong.message })
      return form.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)?.focus()
    }
    setPending(true)
    try {
      if (await session.logIn(values)) toast({ title: 'Welcome back!' })
      else onSecondStep()
    } catch (error) {
      setFailed(true)
      toastFailure(error, { title: 'Login failed', fallback: 'Invalid email or password' })
    } finally {
      setPending(false)
    }
  }
  const logIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) void submit(event.currentTarget)
  }
  return { logIn, failed, pending }
}
