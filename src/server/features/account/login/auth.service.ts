import type { Request } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import type { LoginInput, RegisterInput } from '#contract/account.ts'
import { networkOf } from '#server/platform/address.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { noteRefusal } from '#server/platform/security-events.ts'
import {
  assertFree,
  createAccount,
  credentialsOf,
  type Proven,
} from '#server/features/people/users/accounts.service.ts'
import { admit } from './admission.ts'
import { postConfirmAddress } from './confirm-address.ts'
import { trustedDeviceOf } from './known-devices.ts'
import { attemptLogin } from './login-attempts.ts'
import { assertStrongPassword } from './password-rules.ts'
import { hashPassword, passwordMatches } from './passwords.service.ts'

/**
 * Opens an account and answers whose it is. Throws 400 for a weak password, 409 for a handle or
 * address in use, and what admit throws.
 */
export async function register(
  { password, email, handle, displayName, ...extras }: RegisterInput,
  address: string,
): Promise<Proven> {
  const admission = await admit(extras, address)
  const account = { email, handle, displayName }
  assertStrongPassword(password, account)
  await assertFree(account)
  const passwordHash = await hashPassword(password)
  await admission.use()
  const { id, mustConfirm } = await createAccount({ ...account, ...admission.kept, passwordHash })
  if (mustConfirm) await postConfirmAddress({ userId: id, email })
  return { id, sessionEpoch: 0 }
}

/**
 * Answers whose account these belong to. Throws 401 with one sentence for both wrong ones, 429 for too many
 * tries.
 */
export async function login({ email, password }: LoginInput, req: Request): Promise<Proven> {
  const account = await credentialsOf(email)
  const attempt = { email, address: networkOf(req.ip), device: account && trustedDeviceOf(req, account) }
  return noteRefusal('login', { req, userId: account?.id ?? null }, () =>
    attemptLogin(attempt, () => verified(email, password)),
  )
}

async function verified(email: string, password: string): Promise<Proven> {
  const credentials = await credentialsOf(email)
  const right = await passwordMatches(credentials?.passwordHash ?? null, password)
  if (!right || !credentials) throw unauthorised(MESSAGES.badCredentials)
  return { id: credentials.id, sessionEpoch: credentials.sessionEpoch }
}
