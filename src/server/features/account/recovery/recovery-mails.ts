import { houseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { LINK_MINUTES } from './reset-tokens.service.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'

// From the settings: a request's Host header could be forged (SECURITY, Recovery).
const link = (path: `/${string}`) => `${config.PUBLIC_URL}${path}`

export const resetMail = (to: string, token: string): Mail => ({
  to,
  subject: `Reset your ${houseName()} password`,
  title: 'A new key to the throne room',
  words: ['Somebody, hopefully you, has asked for a new password. Press the button to choose it.'],
  button: { label: 'Choose a new password', url: link(`/reset-password?token=${token}`) },
  afterwards: [
    `The link works once and for ${LINK_MINUTES} minutes. Choosing a new password signs you out everywhere.`,
    'If it was not you, do nothing. Your password stays the same, and nobody has logged in.',
  ],
})

export const usernameMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${houseName()} username`,
  title: 'Your name, as the guards know it',
  words: [`Your username is @${handle}.`, 'Log in with this email address and your password.'],
  button: { label: 'Sign in', url: link('/login') },
  afterwards: ['If you did not ask for this, do nothing. Nobody has logged in.'],
})

export const passwordChangedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${houseName()} password was changed`,
  title: 'The locks are changed',
  words: [`The password of @${handle} is another one now, and every other seat is empty.`],
  button: { label: 'Take the throne back', url: link('/forgot-password') },
  afterwards: [
    'If it was you, do nothing.',
    'If it was not you, press the button and choose a new password now.',
  ],
})

/** Mails a person that their password was changed, in whatever way. */
export const postPasswordChanged = mailTemplate<{ userId: string }>(
  'password-changed',
  async ({ userId }) => {
    const account = await emailAddressOf(userId)
    return account && passwordChangedMail(account.email, account.handle)
  },
)
