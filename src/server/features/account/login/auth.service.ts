import type { Request } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import { type LoginInput, type RegisterInput, ageBandOf, type RegistrationExtras } from '#contract/account.ts'
import { networkOf } from '#server/platform/address.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { noteRefusal } from '#server/platform/security-events.ts'
import {
  assertFree,
  createAccount,
  credentialsOf,
  type Proven,
  type NewAccount,
} from '#server/features/people/users/accounts.service.ts'
import { postConfirmAddress } from './confirm-address.ts'
import { trustedDeviceOf } from './devices.ts'
import { attemptLogin } from './login-attempts.ts'
import { assertStrongPassword } from './password-rules.ts'
import { hashPassword, passwordMatches } from './passwords.service.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { assertProof, spendProof } from './puzzle.service.ts'

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

export const registerRate = rateLimit('register', 5, 30 * 60)
/** Accounts from an address that sent no proof of a solved puzzle. */
const unprovenRate = rateLimit('registerUnproven', 5, 24 * 3600)

interface Admission {
  /** What the account keeps of what came along. */
  kept: Pick<NewAccount, 'unproven' | 'agreed'>
  /** Uses the proof up, once nothing else can refuse the account. Throws 400 when it was used before. */
  use(): Promise<void>
}

/**
 * Lets an address open one more account: 5 in 30 minutes, and without the proof of a solved puzzle 5 a day.
 * Such an account is marked until its address is confirmed. Throws 429, and 400 for an invalid proof.
 */
export async function admit(
  { puzzleProof, birthYear, termsVersion, privacyVersion }: RegistrationExtras,
  address: string,
): Promise<Admission> {
  if (puzzleProof !== undefined) assertProof(puzzleProof)
  await registerRate.consume(address)
  if (puzzleProof === undefined) await unprovenRate.consume(address)
  const agreed = {
    ageBand: birthYear === undefined ? null : ageBandOf(birthYear),
    terms: termsVersion ?? null,
    privacy: privacyVersion ?? null,
  }
  const saidSomething = Object.values(agreed).some((value) => value !== null)
  return {
    kept: {
      ...(puzzleProof === undefined && { unproven: true }),
      ...(saidSomething && { agreed: { ...agreed, at: new Date() } }),
    },
    use: async () => {
      if (puzzleProof !== undefined) await spendProof(puzzleProof)
    },
  }
}
