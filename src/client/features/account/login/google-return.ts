import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { toast } from '#client/ui/toast.ts'

const REASONS: Readonly<Record<string, string>> = {
  google: 'Google sign-in is not available here. Please log in with your email and password.',
  'google-cancelled': 'You told Google no. Nobody has been let in.',
  'google-failed': 'Google and the guards did not understand each other. Please try again.',
  'google-unverified': 'Google has not verified that email address. Please verify it there, or sign up here.',
  'google-other':
    'The account with that email belongs to another Google account. Please log in with your password.',
  'google-proof':
    'Google did not name the account that is linked here, or had not just asked for its password. Please try again.',
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
    toast({ title: 'It is you', description: 'The guards bow. Do what you came for within ten minutes.' })
  if (google === 'half-proven')
    toast({
      title: 'Half proven',
      description: 'Google knows you. Ask again for what you wanted, and bring a code.',
    })
  if (google === 'linked')
    toast({
      title: 'Welcome back!',
      description: 'Google opens this account now. The old password is gone; your settings take a new one.',
    })
}
