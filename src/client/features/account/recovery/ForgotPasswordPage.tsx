import { useState } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Confirmation } from './Confirmation.tsx'
import { RecoveryForm } from './EmailForm.tsx'
import { postForgotPassword } from '#client/features/account/data/recovery.actions.ts'

const LOOK = { mascot: 'knight', saying: 'Keys fall down the drain. That is what plungers are for.' } as const

/** /forgot-password: the form, then the confirmation (product section 2, Recovery pages). */
export const ForgotPasswordPage = () => {
  usePageTitle(TITLES['/forgot-password'])
  const [message, setMessage] = useState<string | null>(null)
  if (message !== null) return <Sent message={message} />
  return (
    <AuthFrame
      {...LOOK}
      title="Forgot your password?"
      lead="Tell us your email, and we send you a link to set a new password. It happens in the best houses."
    >
      <RecoveryForm
        label="Send reset link"
        send={postForgotPassword}
        onSent={setMessage}
        fallback="Failed to send reset email"
      >
        <TextLink to="/login">Back to Login</TextLink>
        <TextLink to="/forgot-username">Forgot username?</TextLink>
      </RecoveryForm>
    </AuthFrame>
  )
}

const Sent = ({ message }: { message: string }) => (
  <Confirmation {...LOOK} title="Check Your Email" lead={`${message}.`}>
    <p className="mb-6 text-ink-soft">
      The link works once and for 30 minutes. If nothing comes, look in the spam folder before you blame the
      pipes.
    </p>
    <ButtonLink to="/login" variant="primary" size="lg" block>
      Back to Login
    </ButtonLink>
    <p className="mt-5 text-sm">
      <TextLink to="/forgot-username">Forgot username?</TextLink>
    </p>
  </Confirmation>
)
