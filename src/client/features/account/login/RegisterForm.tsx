import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormRegister } from 'react-hook-form'
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

const EMPTY: RegisterValues = {
  email: '',
  handle: '',
  displayName: '',
  birthYear: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
  acceptPrivacy: false,
  acceptMarketing: false,
  acceptAnalytics: false,
}

/**
 * Opens an account. `newcomer`: whom Google has introduced, so that neither address nor password is asked.
 */
export const RegisterForm = ({ newcomer }: { newcomer?: NewcomerView }) => {
  const form = useForm<RegisterValues>({ defaultValues: { ...EMPTY, ...newcomer } })
  const [proof, setProof] = useState<string | null>(null)
  const puzzleSolved = proof !== null
  const { register, warmUp, failed, pending } = useRegister({
    proof,
    onProofRefused: () => setProof(null),
    isNewcomer: newcomer !== undefined,
    focus: form.setFocus,
  })
  const accepted = form.watch('acceptTerms') && form.watch('acceptPrivacy')
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onFocus={warmUp}
      onSubmit={(event) => void form.handleSubmit(register)(event)}
    >
      {failed && <FormAlert>Registration failed. Please try again.</FormAlert>}
      {!newcomer && <EmailField field={form.register} />}
      <PersonFields field={form.register} />
      {!newcomer && <PasswordFields field={form.register} />}
      <Puzzle solved={puzzleSolved} onSolved={setProof} />
      <ConsentFields field={form.register} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        // Looks and counts as disabled, yet answers who presses it with the reason (DECISIONS row 31).
        aria-disabled={!puzzleSolved || !accepted}
        pending={pending}
        pendingLabel="Creating account..."
      >
        {submitLabel({ puzzleSolved, accepted })}
      </Button>
    </form>
  )
}

interface FieldsProps {
  field: UseFormRegister<RegisterValues>
}

const EmailField = ({ field }: FieldsProps) => (
  <Field label="Email" required>
    <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...field('email')} />
  </Field>
)

const PersonFields = ({ field }: FieldsProps) => (
  <>
    <Field label="Handle" required hint="Letters, numbers and underscores. It stays yours for good.">
      <Input
        lead="@"
        dir="ltr"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.handleMax}
        {...cleaned(field)}
      />
    </Field>
    <Field label="Display name" required>
      <Input autoComplete="name" maxLength={LIMITS.displayName} {...field('displayName')} />
    </Field>
    <Field label="Birth year" required hint="To check your age. We keep whether you are 18, not the year.">
      <Input
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        placeholder="1990"
        {...field('birthYear')}
      />
    </Field>
  </>
)

/** The handle as it will be kept, while it is being typed. */
const cleaned = (field: FieldsProps['field']) => {
  const handle = field('handle')
  return {
    ...handle,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      event.target.value = cleanHandle(event.target.value)
      return handle.onChange(event)
    },
  }
}

const PasswordFields = ({ field }: FieldsProps) => (
  <>
    <Field label="Password" required hint={`At least ${LIMITS.passwordMin} characters.`}>
      <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} {...field('password')} />
    </Field>
    <Field label="Confirm password" required>
      <PasswordInput
        autoComplete="new-password"
        maxLength={LIMITS.passwordMax}
        {...field('confirmPassword')}
      />
    </Field>
  </>
)

const ConsentFields = ({ field }: FieldsProps) => (
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
      {...field('acceptTerms')}
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
      {...field('acceptPrivacy')}
    />
    <Checkbox label="Send me royal announcements (optional)" {...field('acceptMarketing')} />
    <Checkbox label="Count my visits, without my name (optional)" {...field('acceptAnalytics')} />
  </div>
)
