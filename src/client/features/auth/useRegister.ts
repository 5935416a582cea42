import { useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import * as session from '#client/entities/viewer/viewer.session.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import type { RegisterValues } from './register-rules.ts'

/** The contract's schema comes with the first touch of the form, not with the page. */
const loadSchema = () => import('#contract/register-form.ts')

/** Where a broken rule lies: every field but the puzzle can take the focus. */
const fieldOf = (name: PropertyKey | undefined): keyof RegisterValues | null => (name === 'puzzleSolved' ? null : (name as keyof RegisterValues))

/** Checks in the document's order, opens the account, and says how it went (product sections 5 and 8). */
export function useRegister(puzzleSolved: boolean, focus: (field: keyof RegisterValues) => void) {
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const send = async (values: RegisterValues) => {
    setFailed(false)
    const { RegisterForm } = await loadSchema()
    const { success, data, error } = RegisterForm.safeParse({ ...values, puzzleSolved })
    if (!success) {
      const [issue] = error.issues
      toast({ variant: 'destructive', title: 'Validation Error', description: issue?.message })
      const field = fieldOf(issue?.path[0])
      return field && focus(field)
    }
    const { email, password, handle, displayName } = data
    await session.register({ email, password, handle, displayName })
    toast({ title: `Welcome to ${BRAND.name} 💩` })
  }
  const register = async (values: RegisterValues) => {
    if (pending) return
    setPending(true)
    try {
      await send(values)
    } catch (error) {
      setFailed(true)
      toast({ variant: 'destructive', title: 'Registration failed', description: sentenceOf(error, 'Something went wrong. Please try again.') })
    } finally {
      setPending(false)
    }
  }
  return { register, warmUp: () => void loadSchema().catch(() => undefined), failed, pending }
}
