import { BRAND } from '#contract/brand.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { LINK_MINUTES } from '#server/features/account/recovery/reset-tokens.service.ts'

const link = (path: `/${string}`) => `${config.PUBLIC_URL}${path}`
const notYou = {
  button: { label: 'Take the throne back', url: link('/forgot-password') },
  afterwards: ['If it was you, do nothing.'],
}

export const confirmEmailMail = (to: string, token: string): Mail => ({
  to,
  subject: `Confirm your ${BRAND.name} email`,
  title: 'Is this where you live now?',
  words: [
    'Somebody, hopefully you, wants the palace to write to this address from now on. Say so behind this button.',
  ],
  button: { label: 'Confirm this email', url: link(`/confirm-email?token=${token}`) },
  afterwards: [
    `The link works once and for ${LINK_MINUTES} minutes.`,
    'If it was not you, do nothing. Nobody will write here again.',
  ],
})

/** To the old address, while it can still be stopped. */
export const emailAskedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${BRAND.name} email is about to change`,
  title: 'Somebody is moving out',
  words: [
    `@${handle} wants the palace to write to another address from now on. It takes effect once that address has confirmed it.`,
  ],
  ...notYou,
  afterwards: [
    ...notYou.afterwards,
    'If it was not you, choose a new password behind the button: it stops the move, and shows everybody else out.',
  ],
})

export const emailChangedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${BRAND.name} email was changed`,
  title: 'Your letters go elsewhere now',
  words: [`The palace writes to another address for @${handle} from now on. This is the last letter here.`],
  button: { label: 'Look at your settings', url: link('/settings') },
  afterwards: ['If it was not you, answer this letter.'],
})
