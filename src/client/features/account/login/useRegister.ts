import { useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LEGAL_NOW } from '#contract/account.constants.ts'
import type { SessionView } from '#contract/account.ts'
import { saveConsents } from '#client/features/account/data/privacy/privacy.actions.ts'
import { CONSENTS_NOT_SAVED } from '#client/features/account/privacy/consents-not-saved.ts'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { ApiError, api } from '#client/live/http.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { toast } from '#client/ui/toast.ts'
import type { RegisterValues } from './register-rules.ts'

/** The contract's schema comes with the first touch of the form, not with the page. */
const loadSchema = () => import('#contract/account.register-form.ts')

/** Where a broken rule lies: every field but the puzzle can take the focus. */
const fieldOf = (name: PropertyKey | undefined): keyof RegisterValues | null =>
  name === 'puzzleSolved' ? null : (name as keyof RegisterValues)

/** What the browser can know to be wrong, as the first sentence; sends what is right. */
async function check(values: RegisterValues, proof: string | null, isNewcomer: boolean) {
  const { NewcomerForm, RegisterForm } = await loadSchema()
  const form = { ...values, puzzleSolved: proof !== null }
  const accepted = { ...LEGAL_NOW, ...(proof !== null && { puzzleProof: proof }) }
  if (isNewcomer) {
    const { data, error } = NewcomerForm.safeParse(form)
    if (!data) return error.issues[0]
    const { handle, displayName, birthYear } = data
    session.begin(
      (
        await api.post<SessionView>('/api/auth/google/register', {
          handle,
          displayName,
          birthYear,
          ...accepted,
        })
      ).user,
    )
  } else {
    const { data, error } = RegisterForm.safeParse(form)
    if (!data) return error.issues[0]
    const { email, password, handle, displayName, birthYear } = data
    await session.register({ email, password, handle, displayName, birthYear, ...accepted })
  }
  await keepConsents(values)
  return null
}

/** What was agreed to besides. The account is open all the same; what could not be kept is not agreed to. */
async function keepConsents({ acceptMarketing, acceptAnalytics }: RegisterValues): Promise<void> {
  if (!acceptMarketing && !acceptAnalytics) return
  await runWrite({
    write: () =>
      saveConsents({
        ...(acceptMarketing && { marketingConsent: true }),
        ...(acceptAnalytics && { analyticsConsent: true }),
      }),
    failed: () => CONSENTS_NOT_SAVED,
  })
}

interface Registration {
  /** That the puzzle was solved, once it is. */
  proof: string | null
  /** The proof was used or is too old: another puzzle has to be solved. */
  onProofRefused: () => void
  /** Whether Google has said the rest. */
  isNewcomer: boolean
  focus: (field: keyof RegisterValues) => void
}

/** Checks in the document's order, opens the account, and says how it went (product sections 5 and 8). */
export function useRegister({ proof, onProofRefused, isNewcomer, focus }: Registration) {
  const [failed, setFailed] = useState(false)
  const { pending, run } = useWrite()
  const send = async (values: RegisterValues) => {
    setFailed(false)
    const issue = await check(values, proof, isNewcomer)
    if (!issue) return toast({ title: `Welcome to ${BRAND.name} 💩` })
    toast({ variant: 'destructive', title: 'Validation Error', description: issue.message })
    const field = fieldOf(issue.path[0])
    if (field) focus(field)
  }
  const register = (values: RegisterValues) =>
    run({
      write: () => send(values),
      failed: 'Registration failed',
      onError: (error) => {
        setFailed(true)
        if (error instanceof ApiError && error.sentence === MESSAGES.solvePuzzle) onProofRefused()
      },
    })
  return { register, warmUp: () => void loadSchema().catch(() => undefined), failed, pending }
}
