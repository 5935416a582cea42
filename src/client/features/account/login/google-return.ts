import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { toast } from '#client/ui/toast.ts'

const REASONS: Readonly<Record<string, string>> = {
  google: 'Google sign-in is not available here. Please log in with your email and password.',
  'google-cancelled': 'You cancelled the log-in with Google.',
  'google-failed': 'The log-in with Google did not work. Please try again.',
  'google-unverified': 'Google has not verified that email address. Please verify it there, or sign up here.',
  'google-other':
    'The account with that email belongs to another Google account. Please log in with your password.',
  'google-proof':
    'This is not the Google account that is linked here, or Google did not ask for its password. Please try again.',
  'sign-up-closed': SIGN_UP_MESSAGES.closed,
  'sign-up-invited': SIGN_UP_MESSAGES.invited,
  'sign-up-invitation': SIGN_UP_MESSAGES.invitation,
  'sign-up-mail': SIGN_UP_MESSAGES.mail,
  banned: 'This account has been banned. The mail that told you so lets you appeal within 30 days.',
}

interface Return {
  error: string | null
  google: string | null
}

/** Shows how the visit to Google ended. */
export function showReturn({ error, google }: Return): void {
  const reason = REASONS[error ?? '']
  if (reason) toast({ variant: 'destructive', title: 'Login failed', description: reason })
  if (google === 'welcome') toast({ title: 'Welcome back!' })
  if (google === 'proven')
    toast({ title: 'It is you', description: 'You have ten minutes for your change. The guards bow.' })
  if (google === 'half-proven')
    toast({
      title: 'Half proven',
      description: 'Google knows you. Now try again and enter a code.',
    })
  if (google === 'linked')
    toast({
      title: 'Welcome back!',
      description:
        'You can log in with Google now. Your old password does not work any more. You can set a new one in the settings.',
    })
}
