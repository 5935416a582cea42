import { BRAND } from '#contract/brand.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'

const LOST =
  'Nobody had ever shown that letters to this address reach them, so the password that stood there is gone, and whoever was inside with it. Set a new one in your settings, if you want one.'

/** The first time that Google opens an account which was there before. */
export const linkedMail = (
  to: string,
  { handle, lostPassword }: { handle: string; lostPassword: boolean },
): Mail => ({
  to,
  subject: `Google opens your ${BRAND.name} account now`,
  title: 'A second key to the throne room',
  words: [
    `The Google account with this address opens @${handle} from now on.`,
    ...(lostPassword ? [LOST] : []),
  ],
  button: { label: 'Look at your settings', url: `${config.PUBLIC_URL}/settings` },
  afterwards: [
    'If it was not you, somebody else is in your Google account: look after that one first, then answer this letter.',
  ],
})
