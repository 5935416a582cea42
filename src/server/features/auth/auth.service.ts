import type { Request } from 'express'
import { SENTENCES } from '#contract/errors.ts'
import type { LoginInput, RegisterInput } from '#contract/users.ts'
import { networkOf } from '#server/platform/address.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { consume } from '#server/platform/rate-limit.ts'
import { assertFree, createAccount, credentialsOf, type Proven } from '#server/features/users/accounts.service.ts'
import { trustedDeviceOf } from './known-devices.ts'
import { attemptLogin } from './login-attempts.ts'
import { assertStrongPassword } from './password-rules.ts'
import { hashPassword, passwordMatches } from './passwords.service.ts'

/**
 * Opens an account and answers whose it is. Throws 400 for a weak password, 409 for a handle or
 * address in use, 429 after 5 tries in 30 minutes from one address.
 */
export async function register({ password, ...account }: RegisterInput, address: string): Promise<Proven> {
  await consume('register', address)
  assertStrongPassword(password, account)
  await assertFree(account)
  const { id } = await createAccount({ ...account, passwordHash: await hashPassword(password) })
  return { id, sessionEpoch: 0 }
}

/** Answers whose account these belong to. Throws 401 with one sentence for both wrong ones, 429 for too many tries. */
export async function login({ email, password }: LoginInput, req: Request): Promise<Proven> {
  const attempt = { email, address: networkOf(req.ip), device: await deviceFor(req, email) }
  return attemptLogin(attempt, async () => {
    const credentials = await credentialsOf(email)
    const right = await passwordMatches(credentials?.passwordHash ?? null, password)
    if (!right || !credentials) throw unauthorised(SENTENCES.badCredentials)
    return { id: credentials.id, sessionEpoch: credentials.sessionEpoch }
  })
}

/** The browser's id where the account of this address has logged in on it. Looked up for known and unknown addresses alike. */
async function deviceFor(req: Request, email: string): Promise<string | null> {
  const credentials = await credentialsOf(email)
  return credentials && trustedDeviceOf(req, credentials)
}
