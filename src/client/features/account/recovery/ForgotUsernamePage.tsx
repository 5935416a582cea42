import { useState } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Confirmation } from './Confirmation.tsx'
import { RecoveryForm } from './EmailForm.tsx'
import { postForgotUsername } from '#client/features/account/data/recovery.actions.ts'

const LOOK = {
  mascot: 'duke',
  saying: 'The duke forgets his own name twice a day. He has a monogram for it.',
} as const

/** /forgot-username: the form, then the confirmation (product section 2, Recovery pages). */
export const ForgotUsernamePage = () => {
  usePageTitle(TITLES['/forgot-username'])
  const [message, setMessage] = useState<string | null>(null)
  if (message !== null) return <Sent message={message} />
  return (
    <AuthFrame
      {...LOOK}
      title="Forgot your username?"
      lead="Tell us your email, and we send you your username."
    >
      <RecoveryForm
        label="Send username"
        send={postForgotUsername}
        onSent={setMessage}
        fallback="Failed to send username recovery email"
      >
        <TextLink to="/login">Sign in</TextLink>
        <TextLink to="/forgot-password">Reset password</TextLink>
      </RecoveryForm>
    </AuthFrame>
  )
}

const Sent = ({ message }: { message: string }) => (
  <Confirmation {...LOOK} title="Check Your Email" lead={`${message}.`}>
    <p className="mb-6 text-ink-soft">
      If nothing comes, look in the spam folder before you blame the pipes.
    </p>
    <ButtonLink to="/login" variant="primary" size="lg" block>
      Sign in
    </ButtonLink>
    <p className="mt-5 text-sm">
      <TextLink to="/forgot-password">Reset password</TextLink>
    </p>
  </Confirmation>
)
