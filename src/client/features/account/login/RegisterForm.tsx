import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PendingSignUpView } from '#contract/account.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { FormAlert } from './FormAlert.tsx'
import { HandleField } from './HandleField.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { Puzzle } from './Puzzle.tsx'
import { handleFrom, nameFrom, submitLabel } from './register-rules.ts'
import type { RegisterValues } from './register-rules.ts'
import { useRegister } from './useRegister.ts'

const EMPTY = {
  email: '',
  handle: '',
  displayName: '',
  birthYear: '',
  password: '',
  confirmPassword: '',
}

/** Two in a row, also on a phone: the form is long. */
const PAIR = 'grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1'

/** The values of the form. FormData contains only ticked boxes. */
const valuesOf = (form: HTMLFormElement): RegisterValues => {
  const data = new FormData(form)
  return {
    ...EMPTY,
    ...(Object.fromEntries(data) as Partial<typeof EMPTY>),
    acceptTerms: data.has('acceptTerms'),
    acceptPrivacy: data.has('acceptPrivacy'),
    acceptMarketing: data.has('acceptMarketing'),
    acceptAnalytics: data.has('acceptAnalytics'),
  }
}

const hasConsent = (form: HTMLFormElement): boolean => {
  const { acceptTerms, acceptPrivacy } = valuesOf(form)
  return acceptTerms && acceptPrivacy
}

interface RegisterFormProps {
  /** A sign-up with Google, which needs neither address nor password. */
  pendingSignUp?: PendingSignUpView
  /** The secret of an invitation. */
  invite?: string | null
}

/** Creates an account. */
export const RegisterForm = ({ pendingSignUp, invite = null }: RegisterFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [accepted, setAccepted] = useState(false)
  const [proof, setProof] = useState<string | null>(null)
  // A box can be ticked before the form's code has come.
  useEffect(() => setAccepted(form.current !== null && hasConsent(form.current)), [])
  const puzzleSolved = proof !== null
  const { register, prefetchSchema, failure, pending, errorOf, onEdited } = useRegister({
    proof,
    onProofRefused: () => setProof(null),
    isWithGoogle: pendingSignUp !== undefined,
    invite,
    focus: (name) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
  })
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-2.5 md:gap-4"
      onFocus={prefetchSchema}
      onChange={({ currentTarget, target }) => {
        setAccepted(hasConsent(currentTarget))
        if (target instanceof HTMLInputElement) onEdited(target.name)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void register(valuesOf(event.currentTarget))
      }}
    >
      {failure !== null && <FormAlert reason={failure}>Registration failed. Please try again.</FormAlert>}
      {!pendingSignUp && <EmailField errorOf={errorOf} />}
      <PersonFields pendingSignUp={pendingSignUp} errorOf={errorOf} onEdited={onEdited} />
      {!pendingSignUp && (
        <PasswordFields
          className={PAIR}
          errors={{ password: errorOf('password'), confirmPassword: errorOf('confirmPassword') }}
        />
      )}
      <Puzzle solved={puzzleSolved} onSolved={setProof} />
      <ConsentFields errorOf={errorOf} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        // Looks and is announced as disabled, but a click shows the reason (DECISIONS row 31).
        aria-disabled={!puzzleSolved || !accepted}
        pending={pending}
        pendingLabel="Creating account..."
      >
        {submitLabel({ puzzleSolved, accepted })}
      </Button>
    </form>
  )
}

interface Checked {
  errorOf: (field: keyof RegisterValues) => string | undefined
}

const EmailField = ({ errorOf }: Checked) => (
  <Field label="Email" required error={errorOf('email')}>
    <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} name="email" />
  </Field>
)

interface PersonFieldsProps extends Checked {
  pendingSignUp: PendingSignUpView | undefined
  onEdited: (field: string) => void
}

const PersonFields = ({ pendingSignUp, errorOf, onEdited }: PersonFieldsProps) => {
  const displayName = useRef<HTMLInputElement>(null)
  const suggested = useRef('')
  const [proposedHandle, setProposedHandle] = useState('')
  const onHandle = (handle: string) => {
    onEdited('handle')
    // The person has written a name of their own.
    if (displayName.current?.value !== suggested.current) return
    displayName.current.value = suggested.current = nameFrom(handle).slice(0, LIMITS.displayName)
  }
  return (
    <>
      <HandleField
        suggested={pendingSignUp?.handle}
        proposed={proposedHandle}
        error={errorOf('handle')}
        onHandle={onHandle}
      />
      <div className={PAIR}>
        <Field label="Display name" required error={errorOf('displayName')}>
          <Input
            ref={displayName}
            autoComplete="name"
            maxLength={LIMITS.displayName}
            name="displayName"
            defaultValue={pendingSignUp?.displayName}
            onChange={({ target }) => setProposedHandle(handleFrom(target.value))}
          />
        </Field>
        <Field
          label="Birth year"
          required
          hint="We only keep whether you are 18."
          error={errorOf('birthYear')}
        >
          <Input
            inputMode="numeric"
            autoComplete="bday-year"
            maxLength={4}
            placeholder="1990"
            name="birthYear"
          />
        </Field>
      </div>
    </>
  )
}

const ConsentFields = ({ errorOf }: Checked) => (
  <div className="flex flex-col max-md:-my-2">
    <div className={PAIR}>
      <Checkbox
        label={
          <>
            I accept the{' '}
            <TextLink to="/terms" target="_blank">
              Terms of Service
            </TextLink>
          </>
        }
        name="acceptTerms"
        error={errorOf('acceptTerms')}
      />
      <Checkbox
        label={
          <>
            I accept the{' '}
            <TextLink to="/privacy" target="_blank">
              Privacy Policy
            </TextLink>
          </>
        }
        name="acceptPrivacy"
        error={errorOf('acceptPrivacy')}
      />
    </div>
    <div className={`${PAIR} max-md:text-sm`}>
      <Checkbox label="Send me news by mail (optional)" name="acceptMarketing" />
      <Checkbox label="Count my visits, without my name (optional)" name="acceptAnalytics" />
    </div>
  </div>
)
