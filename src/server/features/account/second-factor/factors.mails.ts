import { houseName } from '#server/platform/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { addressOf } from '#server/features/people/users/identities.service.ts'

const NEWS = {
  'totp-added':
    'Logging in to @{handle} asks for a code of an authenticator app from now on. Every other seat is empty.',
  'totp-removed':
    'Logging in to @{handle} does not ask for a code of an authenticator app any more. Every other seat is empty.',
  'passkey-added': 'A new passkey opens @{handle} from now on. Every other seat is empty.',
  'passkey-removed':
    'A passkey of @{handle} was removed and opens nothing any more. Every other seat is empty.',
  'recovery-used': 'A recovery code of @{handle} was used. It is spent; {left} are left.',
  'recovery-renewed': 'There are new recovery codes of @{handle}. Those of before open nothing any more.',
  reset:
    'The keepers of the house removed the second factor of @{handle}: the password alone opens it again. Every seat is empty.',
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
    'If it was not you, choose a new password at once, look through your settings, and answer this letter.',
  ],
})

/** Mails a person about a change of their second factor. */
export const postFactorNews = mailTemplate<{ userId: string; news: FactorNews; left: string }>(
  'second-factor',
  async ({ userId, news, left }) => {
    const account = await addressOf(userId)
    return account && factorMail(account.email, { handle: account.handle, news, left })
  },
)
