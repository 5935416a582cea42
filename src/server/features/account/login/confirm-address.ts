import { BRAND } from '#contract/brand.ts'
import { MESSAGES } from '#contract/errors.ts'
import { config } from '#server/platform/config.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { hashed, newToken } from '#server/features/account/recovery/reset-tokens.service.ts'
import { armConfirmation, isLost } from '#server/features/people/users/address-confirmation.service.ts'
import { addressOf } from '#server/features/people/users/new-email.service.ts'

const confirmationRate = rateLimit('confirmation', 3, 3600)

const LINK_HOURS = 24

const confirmAddressMail = (to: string, token: string): Mail => ({
  to,
  subject: `Welcome to ${BRAND.name}: confirm your email`,
  title: 'Is this you, on the throne?',
  words: [
    'Somebody, hopefully you, has opened an account with this address. Confirm it behind this button: links, pictures and letters to strangers wait for that.',
  ],
  button: { label: 'Confirm this email', url: `${config.PUBLIC_URL}/confirm-email?token=${token}` },
  afterwards: [
    `The link works once and for ${LINK_HOURS} hours. The page sends another one where you are signed in.`,
    'If it was not you, do nothing. The account cannot keep your address from you.',
  ],
})

/**
 * Mails a new account the link that confirms its address. The link is minted with the mail: what waits in the
 * store opens nothing.
 */
export const postConfirmAddress = mailTemplate<{ userId: string; email: string }>(
  'confirm-address',
  async ({ userId, email }) => {
    const token = newToken()
    const waits = await armConfirmation(userId, email, {
      tokenHash: hashed(token),
      expiresAt: new Date(Date.now() + LINK_HOURS * 3600_000),
    })
    return waits ? confirmAddressMail(email, token) : null
  },
)

/**
 * Mails the link again; an older one does not work any more. Throws 409 for an address that went to its
 * owner, 429 after 3 an hour.
 */
export async function mailConfirmationAgain({ id, mustConfirm }: Viewer): Promise<void> {
  const account = await addressOf(id)
  if (!mustConfirm || !account) return
  if (isLost(account.email)) throw conflict(MESSAGES.addressLost)
  await confirmationRate.consume(id)
  await postConfirmAddress({ userId: id, email: account.email })
}
