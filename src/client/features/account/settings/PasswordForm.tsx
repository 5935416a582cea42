import { checkPasswordTwice } from '#contract/account.checks.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { toast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { putPassword } from '#client/features/account/data/settings.actions.ts'
import { fieldOrToast } from './field-or-toast.ts'

type Name = 'currentPassword' | 'password' | 'confirmPassword'

/** The field that a message of the server belongs to. */
const FIELDS: Partial<Record<string, Name>> = {
  [MESSAGES.passwordWrong]: 'currentPassword',
  [MESSAGES.passwordTooCommon]: 'password',
  [MESSAGES.passwordPersonal]: 'password',
  [MESSAGES.passwordTooLong]: 'password',
}

const check = (values: Record<Name, string>) =>
  checkPasswordTwice(values, { tooShort: MESSAGES.passwordTooShort, differ: MESSAGES.passwordsDiffer })

/** Another password, or the first one of a person who signs in with Google. */
export const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { email, hasPassword } = useRequiredViewer()
  const { errors, pending, props } = useForm<Name>({
    check,
    send: async ({ currentPassword, password }) => {
      await putPassword({ password, ...(hasPassword && { currentPassword }) })
      toast({ title: 'Password changed', description: 'The locks are new, and every other seat is empty.' })
      onDone()
    },
    failed: (error) => fieldOrToast(error, FIELDS, 'Failed to change the password'),
  })
  return (
    <form {...props} className="flex flex-col gap-5 pt-4">
      {/* Tells a password manager which account this is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {hasPassword && (
        <Field label="Current password" error={errors.currentPassword}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={LIMITS.passwordMax}
            autoFocus
            name="currentPassword"
          />
        </Field>
      )}
      <Field
        label="New password"
        hint={`At least ${LIMITS.passwordMin} characters, hard to guess. Every other session ends.`}
        error={errors.password}
      >
        <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} name="password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
        <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} name="confirmPassword" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Changing...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
