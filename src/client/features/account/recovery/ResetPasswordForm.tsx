import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { ResetPasswordForm as Schema } from '#contract/account.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'

const resolver = zodResolver(Schema)

/** A new password, twice. */
export const ResetPasswordForm = ({ onSubmit }: { onSubmit: (values: Schema) => Promise<void> }) => {
  const { register, handleSubmit, formState } = useForm<Schema>({
    resolver,
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Field
        label="New password"
        hint={`At least ${LIMITS.passwordMin} characters.`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={isSubmitting}>
        Reset Password
      </Button>
    </form>
  )
}
