import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ChangeEmailInput } from '#contract/account.settings.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { toast } from '#client/ui/toast.ts'
import { WRONG_PASSWORD, showRefusal } from './refusal.ts'
import { putEmail } from './settings.api.ts'

const resolver = zodResolver(ChangeEmailInput)
const FIELDS = { ...WRONG_PASSWORD, [MESSAGES.emailSame]: 'email', [MESSAGES.emailTaken]: 'email' } as const

/** Asks for another address, which has to confirm it. */
export const EmailForm = ({ onDone }: { onDone: () => void }) => {
  const { hasPassword } = useRequiredViewer()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { email: '', currentPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const send = async ({ email, currentPassword }: ChangeEmailInput) => {
    try {
      await putEmail({ email, ...(hasPassword && { currentPassword }) })
    } catch (error) {
      return showRefusal({ error, setError, fields: FIELDS, fallback: 'Failed to change the email' })
    }
    toast({ title: 'Check Your Email', description: `A link waits at ${email}.` })
    onDone()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5 pt-4"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Field
        label="New email"
        hint="We send a link there. Until it is used, everything stays as it is."
        error={errors.email?.message}
      >
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={LIMITS.email}
          {...register('email')}
        />
      </Field>
      {hasPassword && (
        <Field label="Current password" error={errors.currentPassword?.message}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={LIMITS.passwordMax}
            {...register('currentPassword')}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isSubmitting} pendingLabel="Sending...">
          Send confirmation
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
