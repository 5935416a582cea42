import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ChangePasswordForm } from '#contract/account.settings.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { toast } from '#client/ui/toast.ts'
import { WRONG_PASSWORD, showRefusal } from './refusal.ts'
import { putPassword } from './settings.api.ts'

const resolver = zodResolver(ChangePasswordForm)
const EMPTY: ChangePasswordForm = { currentPassword: '', password: '', confirmPassword: '' }
const FIELDS = {
  ...WRONG_PASSWORD,
  [MESSAGES.passwordTooCommon]: 'password',
  [MESSAGES.passwordPersonal]: 'password',
  [MESSAGES.passwordTooLong]: 'password',
} as const

/** Another password, or the first one of who came by Google. */
export const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { email, hasPassword } = useRequiredViewer()
  const { register, handleSubmit, setError, formState } = useForm<ChangePasswordForm>({
    resolver,
    defaultValues: EMPTY,
  })
  const { errors, isSubmitting } = formState
  const send = async ({ currentPassword, password }: ChangePasswordForm) => {
    try {
      await putPassword({ password, ...(hasPassword && { currentPassword }) })
    } catch (error) {
      return showRefusal({ error, setError, fields: FIELDS, fallback: 'Failed to change the password' })
    }
    toast({ title: 'Password changed', description: 'The locks are new, and every other seat is empty.' })
    onDone()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5 pt-4"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      {/* Says to who keeps passwords which one it is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {hasPassword && (
        <Field label="Current password" error={errors.currentPassword?.message}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={LIMITS.passwordMax}
            autoFocus
            {...register('currentPassword')}
          />
        </Field>
      )}
      <Field
        label="New password"
        hint={`At least ${LIMITS.passwordMin} characters. Every other session ends.`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} {...register('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={LIMITS.passwordMax}
          {...register('confirmPassword')}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isSubmitting} pendingLabel="Changing...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
