import { useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { LEGAL_NOW } from '#contract/account.constants.ts'
import type { SessionView } from '#contract/account.ts'
import { savePrivacy } from '#client/features/account/data/privacy/privacy.actions.ts'
import { CONSENTS_NOT_SAVED } from '#client/features/account/privacy/consents-not-saved.ts'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { reportEvent } from '#client/live/analytics.ts'
import { ApiError, api } from '#client/live/http.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { toast } from '#client/ui/toast.ts'
import { fieldOfRefusal, type RegisterValues } from './register-rules.ts'
import { houseName } from '#client/ui/house-name.ts'

/** The schema is loaded when the form gets the focus, not with the page. */
const loadSchema = () => import('#contract/account.register-form.ts')

/** What is wrong with which field. */
interface Issue {
  field: keyof RegisterValues
  message: string
}

/** The field of a violated rule; every field but the puzzle can get the focus. */
const issueOf = (name: PropertyKey | undefined, message: string): Issue | null =>
  name === 'puzzleSolved' ? null : { field: name as keyof RegisterValues, message }

/** Validates in the browser: shows the first error, or sends the form. */
async function check(
  values: RegisterValues,
  { proof, isWithGoogle, invite }: Pick<Registration, 'proof' | 'isWithGoogle' | 'invite'>,
) {
  const { GoogleRegisterForm, RegisterForm } = await loadSchema()
  const form = { ...values, puzzleSolved: proof !== null }
  const accepted = { ...LEGAL_NOW, ...(proof !== null && { puzzleProof: proof }) }
  if (isWithGoogle) {
    const { data, error } = GoogleRegisterForm.safeParse(form)
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
    await session.register({
      email,
      password,
      handle,
      displayName,
      birthYear,
      ...accepted,
      ...(invite !== null && { invite }),
    })
  }
  await keepConsents(values)
  return null
}

/**
 * Saves the optional consents. The account exists in any case; a consent that was not saved does not count.
 */
async function keepConsents({ acceptMarketing, acceptAnalytics }: RegisterValues): Promise<void> {
  if (!acceptMarketing && !acceptAnalytics) return
  const saved = await runWrite({
    write: () =>
      savePrivacy({
        ...(acceptMarketing && { marketingConsent: true }),
        ...(acceptAnalytics && { analyticsConsent: true }),
      }),
    failed: () => CONSENTS_NOT_SAVED,
  })
  if (saved && acceptAnalytics) reportEvent({ category: 'account', label: 'sign up' }, true)
}

interface Registration {
  /** The proof of the solved puzzle. */
  proof: string | null
  /** The proof was used or is too old: another puzzle has to be solved. */
  onProofRefused: () => void
  /** Whether the other fields come from Google. */
  isWithGoogle: boolean
  /** The secret of an invitation. Google's sign-up has it in the session. */
  invite: string | null
  focus: (field: keyof RegisterValues) => void
}

/**
 * Validates in the document's order, creates the account, and shows the result (product sections 5 and 8).
 */
export function useRegister({ proof, onProofRefused, isWithGoogle, invite, focus }: Registration) {
  const [failed, setFailed] = useState(false)
  const [issue, setIssue] = useState<Issue | null>(null)
  const { pending, run } = useWrite()
  const showAtField = (found: Issue | null) => {
    setIssue(found)
    if (found) focus(found.field)
  }
  const send = async (values: RegisterValues) => {
    setFailed(false)
    setIssue(null)
    const broken = await check(values, { proof, isWithGoogle, invite })
    if (!broken) return toast({ title: `Welcome to ${houseName()} 💩` })
    toast({ variant: 'destructive', title: 'Validation Error', description: broken.message })
    showAtField(issueOf(broken.path[0], broken.message))
  }
  const register = (values: RegisterValues) =>
    run({
      write: () => send(values),
      failed: 'Registration failed',
      onError: (error) => {
        setFailed(true)
        if (!(error instanceof ApiError)) return
        if (error.sentence === MESSAGES.solvePuzzle) onProofRefused()
        const field = fieldOfRefusal(error.sentence)
        showAtField(field && { field, message: error.sentence })
      },
    })
  return {
    register,
    prefetchSchema: () => void loadSchema().catch(() => undefined),
    failed,
    pending,
    errorOf: (field: keyof RegisterValues) => (issue?.field === field ? issue.message : undefined),
    /** The person changes a field: what was wrong with it may be right now. */
    onEdited: (field: string) => setIssue((current) => (current?.field === field ? null : current)),
  }
}
