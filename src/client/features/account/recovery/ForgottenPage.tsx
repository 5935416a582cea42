import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { ForgotInput, RecoveryView } from '#contract/account.ts'
import { checkEmail } from '#contract/account.checks.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { Confirmation } from './Confirmation.tsx'
import { useRecoveryForm } from './useRecoveryForm.ts'

interface ForgottenPageProps extends Omit<ComponentProps<typeof AuthFrame>, 'children'> {
  /** The label of the button. */
  label: string
  send: (input: ForgotInput) => Promise<RecoveryView>
  /** Shown when the server gave no reason. */
  fallback: string
  /** Shown when the mail was sent. */
  hint: string
  /** Words of the link to the log-in. */
  logIn: string
  /** The link to the other page of this kind. */
  other: ReactNode
}

const check = ({ email }: { email: string }) => ({ email: checkEmail(email) })

/** A forgotten password or username: the form with the address, then what the server says. */
export const ForgottenPage = ({
  label,
  send,
  fallback,
  hint,
  logIn,
  other,
  ...frame
}: ForgottenPageProps) => {
  const [message, setMessage] = useState<string | null>(null)
  const { errors, pending, props } = useRecoveryForm({ check, send, fallback, onSent: setMessage })
  if (message !== null)
    return (
      <Confirmation {...frame} title="Check Your Email" lead={`${message}.`}>
        <p className="mb-6 text-ink-soft">{hint}</p>
        <ButtonLink to="/login" variant="primary" size="lg" block>
          {logIn}
        </ButtonLink>
        <p className="mt-5 text-sm">{other}</p>
      </Confirmation>
    )
  return (
    <AuthFrame {...frame}>
      <form {...props} className="flex flex-col gap-5">
        <Field label="Email" error={errors.email}>
          <Input type="email" name="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Button type="submit" variant="primary" size="lg" block pending={pending}>
          {label}
        </Button>
        <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
          <TextLink to="/login">{logIn}</TextLink>
          {other}
        </p>
      </form>
    </AuthFrame>
  )
}
