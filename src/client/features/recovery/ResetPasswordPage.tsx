import { useSearchParams } from 'react-router-dom'
import type { ResetPasswordForm as Values } from '#contract/recovery.ts'
import { AuthFrame } from '#client/features/auth/AuthFrame.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { postResetPassword } from './recovery.api.ts'
import { useSent } from './useSent.ts'

const LOOK = { mascot: 'guard', saying: 'Choose one that the guard cannot guess. He has seen them all.' } as const

/** /reset-password?token=: invalid link, form or success (product sections 2 and 4). */
export const ResetPasswordPage = () => {
  usePageTitle('Reset password')
  const token = useSearchParams()[0].get('token')
  return token ? <WithToken token={token} /> : <InvalidLink />
}

const WithToken = ({ token }: { token: string }) => {
  const { message, submit } = useSent(({ password }: Values) => postResetPassword({ token, password }), 'Failed to reset password')
  if (message !== null) return <Success message={message} />
  return (
    <AuthFrame {...LOOK} title="Choose a new password" lead="You are signed out everywhere once it is set.">
      <ResetPasswordForm onSubmit={submit} />
      <p className="mt-5 text-sm text-ink-soft">
        The link is refused? It works once and for 30 minutes. <TextLink to="/forgot-password">Ask for another</TextLink>
      </p>
    </AuthFrame>
  )
}

const InvalidLink = () => (
  <AuthFrame {...LOOK} title="Invalid Reset Link" lead="Invalid reset token. The link has lost its end on the way here; ask for another.">
    <ButtonLink to="/forgot-password" variant="primary" size="lg" block>
      Request New Reset Link
    </ButtonLink>
  </AuthFrame>
)

const Success = ({ message }: { message: string }) => (
  <AuthFrame {...LOOK} title="Password Reset Successful" lead={`${message}. The locks are changed, and every other seat is empty.`}>
    <ButtonLink to="/login" variant="primary" size="lg" block>
      Sign In Now
    </ButtonLink>
  </AuthFrame>
)
