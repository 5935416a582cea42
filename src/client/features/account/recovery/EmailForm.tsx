import type { ReactNode } from 'react'
import type { ForgotInput, RecoveryView } from '#contract/account.ts'
import { checkEmail } from '#contract/account.checks.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { useRecoveryForm } from './useRecoveryForm.ts'

interface EmailFormProps {
  label: string
  send: (input: ForgotInput) => Promise<RecoveryView>
  /** Gets the server's message for the confirmation that replaces the form. */
  onSent: (message: string) => void
  /** Shown when the server gave no reason. */
  fallback: string
  /** Links under the button. */
  children: ReactNode
}

const check = ({ email }: { email: string }) => ({ email: checkEmail(email) })

/** A form with an email address, for a forgotten password and a forgotten username. */
export const RecoveryForm = ({ label, children, ...recovery }: EmailFormProps) => {
  const { errors, pending, props } = useRecoveryForm({ check, ...recovery })
  return (
    <form {...props} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email}>
        <Input type="email" name="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={pending}>
        {label}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">{children}</p>
    </form>
  )
}
