import { useState } from 'react'
import type { SubmitEvent } from 'react'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/** The contract's schema comes with the first touch of the form, not with the page. */
const loadSchema = () => import('#contract/account.ts')

/**
 * Checks, logs in, and says how it went (product sections 5 and 8). `onHalfway`: a second factor is awaited.
 */
export function useLogin(onHalfway: () => void) {
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    setFailed(false)
    setPending(true)
    try {
      await checkAndSend(form, onHalfway)
    } catch (error) {
      setFailed(true)
      toast({
        variant: 'destructive',
        title: 'Login failed',
        description: sentenceOf(error, 'Invalid email or password'),
      })
    } finally {
      setPending(false)
    }
  }
  const logIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) void submit(event.currentTarget)
  }
  return { logIn, warmUp: () => void loadSchema().catch(() => undefined), failed, pending }
}

async function checkAndSend(form: HTMLFormElement, onHalfway: () => void): Promise<void> {
  const values = Object.fromEntries(new FormData(form))
  const { LoginInput } = await loadSchema()
  const { data, error } = LoginInput.safeParse(values)
  if (data) {
    if (await session.logIn(data)) toast({ title: 'Welcome back!' })
    else onHalfway()
    return
  }
  toast({ variant: 'destructive', title: 'Error', description: error.issues[0]?.message })
  form
    .querySelector<HTMLInputElement>(
      `[name="${error.issues[0]?.path[0] === 'password' ? 'password' : 'email'}"]`,
    )
    ?.focus()
}
