import { houseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'

const NEWS = {
  'totp-added':
    'From now on you need a code from an authenticator app to log in to @{handle}. You are logged out on all other devices.',
  'totp-removed':
    'You no longer need a code from an authenticator app to log in to @{handle}. You are logged out on all other devices.',
  'passkey-added':
    'You can now log in to @{handle} with a new passkey. You are logged out on all other devices.',
  'passkey-removed':
    'A passkey of @{handle} was removed and does not work any more. You are logged out on all other devices.',
  'recovery-used': 'Somebody used a recovery code of @{handle}. You have {left} codes left.',
  'recovery-renewed': 'There are new recovery codes for @{handle}. The old codes do not work any more.',
  'codes-wrong':
    'Somebody who knows the password of @{handle} entered five wrong codes. Nobody was logged in. After 50 wrong codes in a day no code is accepted until you choose a new password, or until the next day.',
  reset:
    'An admin removed the second lock of @{handle}. You can log in with your password alone. You are logged out on all devices.',
} as const

export type FactorNews = keyof typeof NEWS

const factorMail = (
  to: string,
  { handle, news, left }: { handle: string; news: FactorNews; left: string },
): Mail => ({
  to,
  subject: `The second lock of your ${houseName()} account`,
  title: 'Somebody was at your second lock',
  words: [NEWS[news].replace('{handle}', handle).replace('{left}', left)],
  button: { label: 'Look at your settings', url: `${config.PUBLIC_URL}/settings?section=security` },
  afterwards: [
    'If it was you, do nothing.',
    'If it was not you, choose a new password now, check your settings, and answer this mail.',
  ],
})

/** Mails a person about a change of their second factor. */
export const postFactorNews = mailTemplate<{ userId: string; news: FactorNews; left: string }>(
  'second-factor',
  async ({ userId, news, left }) => {
    const account = await emailAddressOf(userId)
    return account && factorMail(account.email, { handle: account.handle, news, left })
  },
)
