import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { NewcomerView } from '#contract/account.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { FormAlert } from './FormAlert.tsx'
import { Puzzle } from './Puzzle.tsx'
import { cleanHandle, submitLabel } from './register-rules.ts'
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

/**
 * Creates an account. `newcomer`: a sign-up with Google, which needs neither address nor
 * password.
 */
export const RegisterForm = ({ newcomer }: { newcomer?: NewcomerView }) => {
  const form = useRef<HTMLFormElement>(null)
  const [accepted, setAccepted] = useState(false)
  const [proof, setProof] = useState<string | null>(null)
  // A box can be ticked before the form's code has come.
  useEffect(() => setAccepted(form.current !== null && hasConsent(form.current)), [])
  const puzzleSolved = proof !== null
  const { register, warmUp, failed, pending } = useRegister({
    proof,
    onProofRefused: () => setProof(null),
    isNewcomer: newcomer !== undefined,
    focus: (name) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
  })
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onFocus={warmUp}
      onChange={({ currentTarget }) => setAccepted(hasConsent(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void register(valuesOf(event.currentTarget))
      }}
    >
      {failed && <FormAlert>Registration failed. Please try again.</FormAlert>}
      {!newcomer && <EmailField />}
      <PersonFields newcomer={newcomer} />
      {!newcomer && <PasswordFields />}
      <Puzzle solved={puzzleSolved} onSolved={setProof} />
      <ConsentFields />
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

const EmailField = () => (
  <Field label="Email" required>
    <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} name="email" />
  </Field>
)

const PersonFields = ({ newcomer }: { newcomer: NewcomerView | undefined }) => (
  <>
    <Field label="Handle" required hint="Letters, numbers and underscores. It stays yours for good.">
      <Input
        lead="@"
        dir="ltr"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.handleMax}
        name="handle"
        defaultValue={newcomer?.handle}
        onChange={({ target }) => (target.value = cleanHandle(target.value))}
      />
    </Field>
    <Field label="Display name" required>
      <Input
        autoComplete="name"
        maxLength={LIMITS.displayName}
        name="displayName"
        defaultValue={newcomer?.displayName}
      />
    </Field>
    <Field label="Birth year" required hint="To check your age. We keep whether you are 18, not the year.">
      <Input inputMode="numeric" autoComplete="bday-year" maxLength={4} placeholder="1990" name="birthYear" />
    </Field>
  </>
)

const PasswordFields = () => (
  <>
    <Field label="Password" required hint={`At least ${LIMITS.passwordMin} characters.`}>
      <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} name="password" />
    </Field>
    <Field label="Confirm password" required>
      <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} name="confirmPassword" />
    </Field>
  </>
)

const ConsentFields = () => (
  <div className="flex flex-col">
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
    />
    <Checkbox label="Send me royal announcements (optional)" name="acceptMarketing" />
    <Checkbox label="Count my visits, without my name (optional)" name="acceptAnalytics" />
  </div>
)
