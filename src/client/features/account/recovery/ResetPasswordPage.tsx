import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { checkPasswordTwice } from '#contract/account.checks.ts'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Confirmation } from './Confirmation.tsx'
import { postResetPassword } from '#client/features/account/data/recovery.actions.ts'
import { useRecoveryForm } from './useRecoveryForm.ts'

const LOOK = {
  mascot: 'guard',
  saying: 'Choose one that the guard cannot guess. He has seen them all.',
} as const

/** The address after the password was set; the used token is removed from it. */
interface Arrival {
  done?: string
}

/** /reset-password?token=: invalid link, form or success (product sections 2 and 4). */
export const ResetPasswordPage = () => {
  usePageTitle(TITLES['/reset-password'])
  const token = useSearchParams()[0].get('token')
  const arrival = useLocation().state as Arrival | null
  if (arrival?.done) return <Success message={arrival.done} />
  return token ? <WithToken token={token} /> : <InvalidLink />
}

const WithToken = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  // Kept in the address: all sessions have ended, and the page starts again for the visitor
  // they are now.
  const onSent = (done: string) =>
    void navigate('/reset-password', { replace: true, state: { done } satisfies Arrival })
  return (
    <AuthFrame
      {...LOOK}
      title="Choose a new password"
      lead="When you save it, you are logged out everywhere."
    >
      <ResetPasswordForm token={token} onSent={onSent} />
      <p className="mt-5 text-sm text-ink-soft">
        The link works once, for 30 minutes. If it does not work, ask for a new one.{' '}
        <TextLink to="/forgot-password">Ask for another</TextLink>
      </p>
    </AuthFrame>
  )
}

const check = (values: { password: string; confirmPassword: string }) =>
  checkPasswordTwice(values, {
    tooShort: MESSAGES.resetPasswordTooShort,
    differ: MESSAGES.resetPasswordsDiffer,
  })

/** A new password, twice. */
const ResetPasswordForm = ({ token, onSent }: { token: string; onSent: (message: string) => void }) => {
  const { errors, pending, props } = useRecoveryForm({
    check,
    send: ({ password }) => postResetPassword({ token, password }),
    onSent,
    fallback: 'Failed to reset password',
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      <Field
        label="New password"
        hint={`At least ${LIMITS.passwordMin} characters, hard to guess.`}
        error={errors.password}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={pending}>
        Reset Password
      </Button>
    </form>
  )
}

const InvalidLink = () => (
  <AuthFrame
    {...LOOK}
    title="Invalid Reset Link"
    lead="Invalid reset token. This link is not complete. Please ask for a new one."
  >
    <ButtonLink to="/forgot-password" variant="primary" size="lg" block>
      Request New Reset Link
    </ButtonLink>
  </AuthFrame>
)

const Success = ({ message }: { message: string }) => (
  <Confirmation
    {...LOOK}
    title="Password Reset Successful"
    lead={`${message}. The locks are changed, and every other seat is empty.`}
  >
    <ButtonLink to="/login" variant="primary" size="lg" block>
      Sign In Now
    </ButtonLink>
  </Confirmation>
)
