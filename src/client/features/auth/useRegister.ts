import { useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import type { RegisterInput } from '#contract/users.ts'
import * as session from '#client/entities/viewer/viewer.session.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import { firstProblem } from './register-rules.ts'
import type { Problem, RegisterValues } from './register-rules.ts'

/** The contract's schema comes with the first touch of the form, not with the page. */
const loadSchema = () => import('#contract/users.ts')

const FIELDS = ['email', 'handle', 'displayName', 'password'] as const

/** What the document does not order, after what it does: the contract's own rules of the four fields that are sent. */
async function contractProblem(values: RegisterValues): Promise<Problem | RegisterInput> {
  const { RegisterInput } = await loadSchema()
  const { data, error } = RegisterInput.safeParse(values)
  if (data) return data
  const issue = error.issues[0]
  return { field: FIELDS.find((field) => field === issue?.path[0]) ?? 'email', sentence: issue?.message ?? '' }
}

/** Checks in the document's order, opens the account, and says how it went (product sections 5 and 8). */
export function useRegister(puzzleSolved: boolean, focus: (field: keyof RegisterValues) => void) {
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)
  const refuse = ({ field, sentence }: Problem) => {
    toast({ variant: 'destructive', title: 'Validation Error', description: sentence })
    if (field) focus(field)
  }
  const send = async (values: RegisterValues) => {
    setFailed(false)
    const problem = firstProblem(values, { puzzleSolved, currentYear: new Date().getFullYear() })
    if (problem) return refuse(problem)
    const checked = await contractProblem(values)
    if ('sentence' in checked) return refuse(checked)
    await session.register(checked)
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
