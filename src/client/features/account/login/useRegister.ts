import { useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { LEGAL_NOW } from '#contract/account.constants.ts'
import { savePrivacy } from '#client/features/account/data/privacy/privacy.actions.ts'
import { CONSENTS_NOT_SAVED } from '#client/features/account/privacy/consents-not-saved.ts'
import * as session from '#client/features/account/data/viewer/viewer.actions.ts'
import { reportEvent } from '#client/live/analytics.ts'
import { ApiError } from '#client/live/http.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { toast } from '#client/ui/toast.ts'
import { EMPTY_FIELD } from './FormAlert.tsx'
import { fieldOfRefusal, type RegisterValues } from './register-rules.ts'
import { houseName } from '#client/ui/house-name.ts'

/** The schema is loaded when the form gets the focus, not with the page. */
const loadSchema = () => import('#contract/account.register-form.ts')

type Field = keyof RegisterValues

/** What is wrong with which field. */
type Faults = Partial<Record<Field, string | undefined>>

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The fields of the first violated rule: one, or all that are empty. The puzzle is no field. */
function faultsOf(issues: readonly Issue[]): Faults {
  const isEmpty = issues[0]!.message === MESSAGES.fillRequiredFields
  return Object.fromEntries(
    (isEmpty ? issues : issues.slice(0, 1))
      .filter(({ path }) => path[0] !== 'puzzleSolved')
      .map(({ path, message }, at) => [path[0], at === 0 ? message : EMPTY_FIELD]),
  )
}

/** Validates in the browser: returns what is wrong, or sends the form. */
async function check(
  values: RegisterValues,
  { proof, isWithGoogle, invite }: Pick<Registration, 'proof' | 'isWithGoogle' | 'invite'>,
) {
  const { GoogleRegisterForm, RegisterForm } = await loadSchema()
  const form = { ...values, puzzleSolved: proof !== null }
  const tell = (about: { handle: string; birthYear: number }) =>
    session.tellDetails({
      ...about,
      ...LEGAL_NOW,
      ...(proof !== null && { puzzleProof: proof }),
      ...(invite !== null && { invite }),
    })
  if (isWithGoogle) {
    const { data, error } = GoogleRegisterForm.safeParse(form)
    if (!data) return error.issues
    const { handle, displayName, birthYear } = data
    await tell({ handle, birthYear })
    await session.registerWithGoogle({ handle, displayName })
  } else {
    const { data, error } = RegisterForm.safeParse(form)
    if (!data) return error.issues
    const { email, password, handle, displayName, birthYear } = data
    await tell({ handle, birthYear })
    await session.register({ email, password, handle, displayName })
  }
  await storeConsents(values)
  return null
}

/**
 * Saves the optional consents. The account exists in any case; a consent that was not saved does not count.
 */
async function storeConsents({ acceptMarketing, acceptAnalytics }: RegisterValues): Promise<void> {
  if (!acceptMarketing && !acceptAnalytics) return
  const saved = await runWrite({
    write: () =>
      savePrivacy({
        ...(acceptMarketing && { marketingConsent: true }),
        ...(acceptAnalytics && { analyticsConsent: true }),
      }),
    failed: CONSENTS_NOT_SAVED,
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
  focus: (field: Field) => void
}

/**
 * Validates in the document's order, creates the account, and shows the result (product sections 5 and 8).
 */
export function useRegister({ proof, onProofRefused, isWithGoogle, invite, focus }: Registration) {
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { pending, run } = useWrite()
  const show = (found: Faults) => {
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first) focus(first as Field)
  }
  const send = async (values: RegisterValues) => {
    setFailure(null)
    setFaults({})
    const broken = await check(values, { proof, isWithGoogle, invite })
    if (!broken) return toast({ title: `Welcome to ${houseName()} 💩` })
    toast({ variant: 'destructive', title: 'Validation Error', description: broken[0]!.message })
    show(faultsOf(broken))
  }
  const register = (values: RegisterValues) =>
    run({
      write: () => send(values),
      failed: 'Registration failed',
      onError: (error) => {
        const sentence = error instanceof ApiError ? error.sentence : ''
        if (sentence === MESSAGES.solvePuzzle) onProofRefused()
        const field = fieldOfRefusal(sentence)
        if (field) show({ [field]: sentence })
        setFailure(field ? '' : sentence)
      },
    })
  return {
    register,
    prefetchSchema: () => void loadSchema().catch(() => undefined),
    /** Why the server refused it; empty where no reason is known, or a field says it. Null: it did not. */
    failure,
    pending,
    errorOf: (field: Field) => faults[field],
    /** The person changes a field: what was wrong with it may be right now. */
    onEdited: (field: string) => setFaults((others) => ({ ...others, [field]: undefined })),
  }
}
