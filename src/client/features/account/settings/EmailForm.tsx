import { checkEmail, plainEmail } from '#contract/account.checks.ts'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { toast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { putEmail } from '#client/features/account/data/settings.actions.ts'
import { fieldOrToast } from './field-or-toast.ts'

type Name = 'email' | 'currentPassword'

/** The field that a message of the server belongs to. */
const FIELDS: Partial<Record<string, Name>> = {
  [MESSAGES.passwordWrong]: 'currentPassword',
  [MESSAGES.emailSame]: 'email',
  [MESSAGES.emailTaken]: 'email',
  [SIGN_UP_MESSAGES.mail]: 'email',
}

/** Asks for another address, which has to be confirmed. */
export const EmailForm = ({ onDone }: { onDone: () => void }) => {
  const { hasPassword } = useRequiredViewer()
  const { errors, pending, props } = useForm<Name>({
    check: ({ email }) => ({ email: checkEmail(email) }),
    send: async ({ email: typed, currentPassword }) => {
      const email = plainEmail(typed)
      await putEmail({ email, ...(hasPassword && { currentPassword }) })
      toast({ title: 'Check Your Email', description: `A link waits at ${email}.` })
      onDone()
    },
    failed: (error) => fieldOrToast(error, FIELDS, 'Failed to change the email'),
  })
  return (
    <form {...props} className="flex flex-col gap-5 pt-4">
      <Field
        label="New email"
        hint="We send a link to the new address. Nothing changes until you open it."
        error={errors.email}
      >
        <Input
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={LIMITS.email}
        />
      </Field>
      {hasPassword && (
        <Field label="Current password" error={errors.currentPassword}>
          <PasswordInput
            name="currentPassword"
            autoComplete="current-password"
            maxLength={LIMITS.passwordMax}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Sending...">
          Send confirmation
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
