import type { Request } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import type { ForgotInput, RecoveryView, ResetPasswordInput } from '#contract/account.ts'
import { badRequest } from '#server/platform/errors.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { rememberDevice } from '#server/features/account/login/sessions.ts'
import { forgiveGuesses } from '#server/features/account/login/auth.service.ts'
import { forgiveCodes } from '#server/features/account/second-factor/codes.service.ts'
import { assertStrongPassword, hashPassword } from '#server/features/account/login/passwords.service.ts'
import { accountOf, replacePassword } from '#server/features/people/users/accounts.service.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'
import { postPasswordChanged, resetMail, usernameMail } from './recovery-mails.ts'
import { issueToken, ownerOfToken, redeemToken } from './reset-tokens.service.ts'

const forgotRate = rateLimit('forgot', 3, 3600)
const forgotAddressRate = rateLimit('forgotAddress', 10, 3600)

// The token is made when the mail is written, so the queued job holds no secret.
const postReset = mailTemplate<{ email: string }>('reset-password', async ({ email }) => {
  const account = await accountOf(email)
  return account && resetMail(email, await issueToken(account.id))
})

const postUsername = mailTemplate<{ email: string }>('username', async ({ email }) => {
  const account = await accountOf(email)
  return account && usernameMail(email, account.handle)
})

/**
 * Mails a link that sets a new password. The account is looked up after the answer, so that neither its text
 * nor its timing shows whether it exists. Throws 429 after 3 an hour for one e-mail address, 10 for one
 * network address.
 */
export async function forgotPassword({ email }: ForgotInput, address: string): Promise<RecoveryView> {
  await countRequest(email, address)
  await postReset({ email })
  return { message: 'If an account with that email exists, a password reset link has been sent' }
}

/** Mails the username, by the same rules as `forgotPassword`. */
export async function forgotUsername({ email }: ForgotInput, address: string): Promise<RecoveryView> {
  await countRequest(email, address)
  await postUsername({ email })
  return { message: 'If an account with that email exists, a username recovery email has been sent' }
}

/** Counts known and unknown addresses alike, for both calls together. */
async function countRequest(email: string, address: string): Promise<void> {
  await forgotAddressRate.consume(address)
  await forgotRate.consume(email)
}

/**
 * Sets the password and ends all sessions and sockets of the person, once for each link; sends a mail. Throws
 * 400 for an invalid link, and for a weak password, which does not use the link up.
 */
export async function resetPassword(
  { token, password }: ResetPasswordInput,
  req: Request,
): Promise<RecoveryView> {
  const ownerId = await ownerOfToken(token)
  const owner = ownerId && (await emailAddressOf(ownerId))
  if (!owner) throw badRequest(MESSAGES.resetTokenInvalid)
  await assertStrongPassword(password, owner)
  const passwordHash = await hashPassword(password)
  const proven = await transact(async (tx) => {
    const userId = await redeemToken(tx, token)
    if (!userId) throw badRequest(MESSAGES.resetTokenInvalid)
    const sessionEpoch = await replacePassword(tx, userId, { passwordHash, byMail: true })
    if (sessionEpoch === null) throw badRequest(MESSAGES.resetTokenInvalid)
    await postPasswordChanged({ userId }, tx)
    return { id: userId, sessionEpoch }
  })
  // The reader of the mail is the owner: this browser may log in, whatever others have guessed.
  rememberDevice(req, proven)
  await forgiveGuesses(owner.email)
  await forgiveCodes(proven.id)
  recordSecurityEvent({ event: 'password-reset', outcome: 'done', userId: proven.id, req })
  return { message: 'Your password has been reset' }
}
