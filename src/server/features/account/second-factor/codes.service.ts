import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { trusted } from 'mongoose'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { MESSAGES } from '#contract/errors.ts'
import { badRequest, tooMany } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { reseal, seal, unseal } from '#server/platform/sealed.ts'
import { clock } from '#server/platform/clock.ts'
import { postFactorNews } from './factor-mails.ts'
import { FactorsModel, type FactorsDocument, factorsOf } from './factors.model.ts'

/** Attempts to enter a code of a second factor. */
export const secondFactorRate = rateLimit('secondFactor', 5, 15 * 60)
/** Wrong codes: who enters so many knows the password. A new password resets them. */
const wrongCodesRate = rateLimit('wrongCodes', 50, 24 * 3600)

/** Seconds of one code, and how many steps a clock may be off. */
const STEP = 30
const OFF_BY = 1
const CODES = 10
/** RFC 4648 in lower case: 16 characters are 80 bits. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** A secret for an authenticator app: sealed for the store, as text, and as the address in the QR code. */
export function newSecret(
  userId: string,
  handle: string,
): { sealed: string; secret: string; address: string } {
  const secret = new Secret({ size: 20 })
  const address = new TOTP({ issuer: houseName(), label: `@${handle}`, secret, period: STEP }).toString()
  return { sealed: seal('second-factors', secret.base32, userId), secret: secret.base32, address }
}

/**
 * The time step of this code, the current one or one beside it. Null when none matches, or no key decrypts
 * the secret.
 */
export function stepOfCode(userId: string, sealed: string, code: string): number | null {
  const secret = unseal('second-factors', sealed, userId)
  if (secret === null) return null
  const now = clock.now()
  const app = new TOTP({ secret: Secret.fromBase32(secret), period: STEP })
  const delta = app.validate({ token: code, timestamp: now, window: OFF_BY })
  return delta === null ? null : Math.floor(now / 1000 / STEP) + delta
}

/** Ten new recovery codes, and their hashes for the store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: CODES }, () =>
    [...randomBytes(16)]
      .map((byte) => LETTERS[byte % 32])
      .join('')
      .replace(/(.{4})(?!$)/g, '$1-'),
  )
  return { codes, hashes: codes.map(hashOf) }
}

/** A code as it is compared: lower case, without dashes and blanks. */
export const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
const hashOf = (code: string): string => createHash('sha256').update(plain(code)).digest('hex')

/** Resets the limits of a person's codes after they have chosen a new password by a mailed link. */
export async function forgiveCodes(userId: string): Promise<void> {
  await secondFactorRate.forgive(userId)
  await wrongCodesRate.forgive(userId)
}

/** Counts a wrong code. The fifth one in 15 minutes is mailed to the person. */
async function recordWrongCode(userId: string): Promise<void> {
  await wrongCodesRate.penalise(userId)
  if ((await secondFactorRate.secondsUntilFree(userId)) > 0)
    await postFactorNews({ userId, news: 'codes-wrong', left: '' })
}

/**
 * Uses up a code of the app, or a recovery code, which also sends a mail. Throws 400 for a wrong or used one,
 * 429 after five of them in 15 minutes, or 50 in a day.
 */
export async function assertCode(userId: string, given: string): Promise<void> {
  const seconds = await wrongCodesRate.secondsUntilFree(userId)
  if (seconds > 0) throw tooMany(seconds)
  await secondFactorRate.consume(userId)
  const code = plain(given)
  const factors = await factorsOf(userId)
  const right =
    factors !== null &&
    (/^\d{6}$/.test(code) ? await spendAppCode(factors, code) : await spendRecoveryCode(userId, code))
  if (!right) {
    await recordWrongCode(userId)
    throw badRequest(MESSAGES.codeWrong)
  }
  await forgiveCodes(userId)
}

// One write checks and stores the step, so of two requests with the same code one is refused.
async function spendAppCode({ _id, totp }: FactorsDocument, code: string): Promise<boolean> {
  const userId = _id.toHexString()
  const step = totp && stepOfCode(userId, totp.secret, code)
  if (step === null) return false
  // Sealed again with the newest key, so that an older SESSION_SECRET is needed less and less.
  const secret = reseal('second-factors', totp!.secret, userId)
  const used = { 'totp.lastStep': step, 'totp.lastUsedAt': clock.date(), 'totp.secret': secret }
  const { modifiedCount } = await FactorsModel.updateOne(
    { _id, 'totp.secret': totp!.secret, 'totp.lastStep': trusted({ $lt: step }) },
    { $set: used },
  )
  return modifiedCount === 1
}

const spendRecoveryCode = (userId: string, code: string): Promise<boolean> =>
  transact(async (tx) => {
    const hash = hashOf(code)
    const factors = await FactorsModel.findOneAndUpdate(
      { _id: userId, recoveryCodes: hash },
      { $pull: { recoveryCodes: hash } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<FactorsDocument>()
    if (!factors) return false
    await postFactorNews({ userId, news: 'recovery-used', left: String(factors.recoveryCodes.length) }, tx)
    return true
  })
