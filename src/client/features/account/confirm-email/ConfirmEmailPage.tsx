import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MESSAGES } from '#contract/errors.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import type { RecoveryView } from '#contract/account.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { Confirmation } from '#client/features/account/recovery/Confirmation.tsx'
import { api } from '#client/live/http.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

const LOOK = {
  mascot: 'duke',
  saying: 'The duke has moved four times. His letters have moved five.',
} as const

const postConfirmation = (token: string) => api.post<RecoveryView>('/api/auth/email/confirm', { token })

/** /confirm-email?token=: asks once more, because mail programs open links before people do. */
export const ConfirmEmailPage = () => {
  usePageTitle(TITLES['/confirm-email'])
  const token = useSearchParams()[0].get('token')
  const [message, setMessage] = useState<string | null>(null)
  if (message !== null) return <Confirmed message={message} />
  return token ? <WithToken token={token} onSent={setMessage} /> : <InvalidLink />
}

const WithToken = ({ token, onSent }: { token: string; onSent: (message: string) => void }) => (
  <AuthFrame
    {...LOOK}
    title="Confirm your email"
    lead="We will send mail to this address, and you log in with it."
  >
    <WriteButton
      variant="primary"
      size="lg"
      block
      does={{
        write: async () => onSent((await postConfirmation(token)).message),
        failed: { title: 'Error', fallback: 'Failed to change the email' },
      }}
    >
      Confirm this email
    </WriteButton>
    <p className="mt-5 text-sm text-ink-soft">
      The link works once, for a short time. If it does not work, log in and ask for a new one.
    </p>
  </AuthFrame>
)

const InvalidLink = () => (
  <AuthFrame
    {...LOOK}
    title="Invalid Confirmation Link"
    lead="This link is not complete. Ask for a new one in your settings. Some ends are lost in the pipes."
  >
    <SettingsLink />
  </AuthFrame>
)

const Confirmed = ({ message }: { message: string }) => (
  <Confirmation
    {...LOOK}
    title={message === MESSAGES.emailChanged ? 'Email changed' : 'Email confirmed'}
    lead={
      message === MESSAGES.emailChanged
        ? `${message}. We have told the old address.`
        : `${message}. You can post links and pictures now, and write to new people.`
    }
  >
    <WayIn />
  </Confirmation>
)

const WayIn = () => {
  const isSignedIn = useIsSignedIn()
  return (
    <ButtonLink to={isSignedIn ? '/' : '/login'} variant="primary" size="lg" block>
      {isSignedIn ? 'Go to your home page' : 'Log in'}
    </ButtonLink>
  )
}

const SettingsLink = () => (
  <ButtonLink to="/settings?section=security" variant="primary" size="lg" block>
    To your settings
  </ButtonLink>
)
