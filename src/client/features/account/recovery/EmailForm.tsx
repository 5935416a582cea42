import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ForgotInput } from '#contract/account.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'

interface EmailFormProps {
  label: string
  onSubmit: (input: ForgotInput) => Promise<void>
  /** Links under the button. */
  children: ReactNode
}

const resolver = zodResolver(ForgotInput)

/** One address and one button: what both forgotten things ask for. */
export const EmailForm = ({ label, onSubmit, children }: EmailFormProps) => {
  const { register, handleSubmit, formState } = useForm<ForgotInput>({
    resolver,
    defaultValues: { email: '' },
  })
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Field label="Email" error={formState.errors.email?.message}>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={formState.isSubmitting}>
        {label}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">{children}</p>
    </form>
  )
}
