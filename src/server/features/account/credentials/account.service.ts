import type { Request } from 'express'
import type { ChangeEmailInput, ChangePasswordInput } from '#contract/account.settings.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { RecoveryView, CurrentUserView } from '#contract/account.ts'
import { assertMailAllowed } from '#server/shared/blocks/blocks.store.ts'
import { badRequest, unauthorised, conflict } from '#server/platform/errors.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { assertProven } from '#server/platform/proof.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  assertPassword,
  hashPassword,
  assertStrongPassword,
} from '#server/features/account/login/passwords.service.ts'
import { renewSession } from '#server/features/account/login/sessions.ts'
import { postPasswordChanged } from '#server/features/account/recovery/recovery-mails.ts'
import { LINK_MINUTES, endLinks } from '#server/features/account/recovery/reset-tokens.service.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import { hasPassword, replacePassword } from '#server/features/people/users/accounts.service.ts'
import {
  emailAddressOf,
  armNewEmail,
  assertEmailFree,
  confirmNewEmail,
  setNewEmail,
  armConfirmation,
  isLost,
} from '#server/features/people/users/identities.service.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { clock } from '#server/platform/clock.ts'

const emailChangeRate = rateLimit('emailChange', 5, 3600)

const linkEnds = () => new Date(clock.now() + LINK_MINUTES * 60_000)

// The token is made when the mail is written, so the queued job holds no secret.
const postConfirmEmail = mailTemplate<{ userId: string; email: string }>(
  'confirm-email',
  async ({ userId, email }) => {
    const token = newLinkToken()
    const waits = await armNewEmail(userId, {
      address: email,
      tokenHash: hashed(token),
      expiresAt: linkEnds(),
    })
    return waits ? confirmEmailMail(email, token) : null
  },
)
const postEmailAsked = mailTemplate<{ email: string; handle: string }>(
  'email-asked',
  async ({ email, handle }) => emailAskedMail(email, handle),
)
const postEmailChanged = mailTemplate<{ email: string; handle: string }>(
  'email-changed',
  async ({ email, handle }) => emailChangedMail(email, handle),
)

/**
 * The current password is the proof. A person with a second factor must prove with that too, and a person
 * without a password needs a fresh log-in. Throws 403 otherwise.
 */
async function assertPasswordOrProof({ id }: Viewer, given: string | undefined, req: Request): Promise<void> {
  const hasOne = await hasPassword(id)
  if (!hasOne || req.session.secondFactor) assertProven(req)
  if (hasOne) await assertPassword(id, given)
}

/**
 * Sets another password, or the first one. All other sessions end, this one continues under a new id, mailed
 * links become invalid, and the person gets a mail. Throws 400 for a wrong or weak password.
 */
export async function changePassword(
  viewer: Viewer,
  { currentPassword, password }: ChangePasswordInput,
  req: Request,
): Promise<void> {
  await assertPasswordOrProof(viewer, currentPassword, req)
  const owner = await emailAddressOf(viewer.id)
  if (!owner) throw unauthorised()
  await assertStrongPassword(password, owner)
  const passwordHash = await hashPassword(password)
  const sessionEpoch = await transact(async (tx) => {
    await endLinks(tx, viewer.id)
    await postPasswordChanged({ userId: viewer.id }, tx)
    return replacePassword(tx, viewer.id, { passwordHash, except: req.sessionID })
  })
  if (sessionEpoch === null) throw unauthorised()
  await renewSession(req, { id: viewer.id, sessionEpoch })
}

/**
 * Mails a link to the new address and a warning to the old one. Throws 400 for a wrong password or the
 * current address, 409 for an address of another account, 429.
 */
export async function changeEmail(
  viewer: Viewer,
  { email, currentPassword }: ChangeEmailInput,
  req: Request,
): Promise<CurrentUserView> {
  await emailChangeRate.consume(viewer.id)
  await assertPasswordOrProof(viewer, currentPassword, req)
  const account = await emailAddressOf(viewer.id)
  if (!account) throw unauthorised()
  if (account.email === email) throw badRequest(MESSAGES.emailSame)
  await assertMailAllowed(email)
  await assertEmailFree(email)
  return transact(async (tx) => {
    await postConfirmEmail({ userId: viewer.id, email }, tx)
    await postEmailAsked(account, tx)
    return setNewEmail(tx, viewer.id, { address: email, expiresAt: linkEnds() })
  })
}

/** Keeps the current address; the mailed link becomes invalid. */
export const cancelNewEmail = (viewer: Viewer): Promise<CurrentUserView> =>
  transact((tx) => setNewEmail(tx, viewer.id, null))

/**
 * Confirms an address, once for each link: the address of a new account, or a new address of an old one. A
 * replaced address gets a mail, and links mailed to it become invalid.
 */
export async function confirmEmail(token: string, req: Request): Promise<RecoveryView> {
  let userId: string | null = null
  const { isAnother } = await confirmNewEmail(hashed(token), async (tx, id, before) => {
    userId = id
    await leaveAddress(tx, id, before)
  })
  if (isAnother) recordSecurityEvent({ event: 'email-changed', outcome: 'done', userId, req })
  return { message: isAnother ? MESSAGES.emailChanged : MESSAGES.emailConfirmed }
}

/** A replaced address gets a mail, and links mailed to it become invalid. */
export async function leaveAddress(tx: Transaction, id: string, before: string): Promise<void> {
  await endLinks(tx, id)
  await postEmailChanged({ email: before, handle: (await emailAddressOf(id))?.handle ?? '' }, tx)
}

const link = (path: `/${string}`) => `${config.PUBLIC_URL}${path}`
const notYou = {
  button: { label: 'Take the throne back', url: link('/forgot-password') },
  afterwards: ['If it was you, do nothing.'],
}

export const confirmEmailMail = (to: string, token: string): Mail => ({
  to,
  subject: `Confirm your ${houseName()} email`,
  title: 'Is this where you live now?',
  words: [
    'Somebody, hopefully you, wants us to send mail to this address from now on. Press the button to confirm it.',
  ],
  button: { label: 'Confirm this email', url: link(`/confirm-email?token=${token}`) },
  afterwards: [
    `The link works once and for ${LINK_MINUTES} minutes.`,
    'If it was not you, do nothing. We will not write to you again.',
  ],
})

/** Sent to the old address while the change can still be stopped. */
export const emailAskedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${houseName()} email is about to change`,
  title: 'Somebody is moving out',
  words: [
    `@${handle} wants the palace to write to another address from now on. It takes effect once that address has confirmed it.`,
  ],
  ...notYou,
  afterwards: [
    ...notYou.afterwards,
    'If it was not you, press the button and choose a new password. This stops the change and logs everybody else out.',
  ],
})

export const emailChangedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Your ${houseName()} email was changed`,
  title: 'Your letters go elsewhere now',
  words: [`The palace writes to another address for @${handle} from now on. This is the last letter here.`],
  button: { label: 'Look at your settings', url: link('/settings?section=security') },
  afterwards: ['If it was not you, answer this mail.'],
})

const confirmationRate = rateLimit('confirmation', 3, 3600)

const LINK_HOURS = 24

const confirmAddressMail = (to: string, token: string): Mail => ({
  to,
  subject: `Welcome to ${houseName()}: confirm your email`,
  title: 'Is this you, on the throne?',
  words: [
    'Somebody, hopefully you, has opened an account with this address. Press the button. Then you can post links and pictures and message new people.',
  ],
  button: { label: 'Confirm this email', url: `${config.PUBLIC_URL}/confirm-email?token=${token}` },
  afterwards: [
    `The link works once and for ${LINK_HOURS} hours. The page sends another one where you are signed in.`,
    'If it was not you, do nothing. You can still use your address for an account of your own.',
  ],
})

/**
 * Mails a new account the link that confirms its address. The token is made when the mail is written, so the
 * queued job holds no secret.
 */
export const postConfirmAddress = mailTemplate<{ userId: string; email: string }>(
  'confirm-address',
  async ({ userId, email }) => {
    const token = newLinkToken()
    const waits = await armConfirmation(userId, email, {
      tokenHash: hashed(token),
      expiresAt: new Date(clock.now() + LINK_HOURS * 3600_000),
    })
    return waits ? confirmAddressMail(email, token) : null
  },
)

/**
 * Mails the link again; older ones become invalid. Throws 409 when another account has confirmed the address,
 * 429 after 3 an hour.
 */
export async function mailConfirmationAgain({ id, mustConfirm }: Viewer): Promise<void> {
  const account = await emailAddressOf(id)
  if (!mustConfirm || !account) return
  if (isLost(account.email)) throw conflict(MESSAGES.addressLost)
  await confirmationRate.consume(id)
  await postConfirmAddress({ userId: id, email: account.email })
}
