import { useState } from 'react'
import * as session from '#client/entities/viewer/viewer.session.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

export interface LoginValues {
  email: string
  password: string
}

/** The contract's schema comes with the first touch of the form, not with the page. */
const loadSchema = () => import('#contract/users.ts')

/** Checks, logs in, and says how it went (product sections 5 and 8). */
export function useLogin(focus: (field: keyof LoginValues) => void) {
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const send = async (values: LoginValues) => {
    setFailed(false)
    const { LoginInput } = await loadSchema()
    const { data, error } = LoginInput.safeParse(values)
    if (!data) {
      toast({ variant: 'destructive', title: 'Error', description: error.issues[0]?.message })
      return focus(error.issues[0]?.path[0] === 'password' ? 'password' : 'email')
    }
    await session.logIn(data)
    toast({ title: 'Welcome back!' })
  }
  const logIn = async (values: LoginValues) => {
    if (pending) return
    setPending(true)
    try {
      await send(values)
    } catch (error) {
      setFailed(true)
      toast({ variant: 'destructive', title: 'Login failed', description: sentenceOf(error, 'Invalid email or password') })
    } finally {
      setPending(false)
    }
  }
  return { logIn, warmUp: () => void loadSchema().catch(() => undefined), failed, pending }
}
