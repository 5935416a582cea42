import type { Request } from 'express'
import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contract/errors.ts'
import type { LoginInput, RegisterInput } from '#contract/account.ts'
import { networkOf } from '#server/platform/address.ts'
import { assertMailAllowed, assertNamesAllowed } from '#server/shared/blocks/blocks.store.ts'
import { unauthorised, HttpError, tooMany } from '#server/platform/errors.ts'
import { recordRefusal } from '#server/platform/security-events.ts'
import {
  assertFree,
  createAccount,
  credentialsOf,
  type Proven,
} from '#server/features/people/users/accounts.service.ts'
import { rateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { sharedMemory, withoutRedis } from '#server/platform/shared-memory.ts'
import { createTurns } from '#server/platform/turns.ts'
import { postConfirmAddress } from '#server/features/account/credentials/account.service.ts'
import { trustedDeviceOf } from './sessions.ts'
import { assertStrongPassword, hashPassword, passwordMatches } from './passwords.service.ts'
import { admit, forgetDetails } from './registration-details.service.ts'

/**
 * Creates an account. Throws 400 for a weak password or a name that is a link, 403 when the site's settings refuse it, 409 for a handle
 * or address in use, and what `admit` throws.
 */
export async function register({ password, ...account }: RegisterInput, req: Request): Promise<Proven> {
  const admission = await admit(req, account.handle)
  await assertMailAllowed(account.email)
  await assertNamesAllowed(account)
  await assertStrongPassword(password, account)
  await assertFree(account)
  const passwordHash = await hashPassword(password)
  const { id, mustConfirm } = await createAccount(
    { ...account, ...admission.accountFields, passwordHash },
    (tx, userId) => admission.use(tx, userId),
  )
  forgetDetails(req, account.handle)
  if (mustConfirm) await postConfirmAddress({ userId: id, email: account.email })
  return { id, sessionEpoch: 0 }
}

/**
 * Checks e-mail address and password. Throws 401 with the same message for either being wrong, 429 for too
 * many attempts.
 */
export async function login({ email, password }: LoginInput, req: Request): Promise<Proven> {
  const account = await credentialsOf(email)
  const attempt = { email, address: networkOf(req.ip), device: account && trustedDeviceOf(req, account) }
  return recordRefusal('login', { req, userId: account?.id ?? null }, () =>
    attemptLogin(attempt, () => verified(email, password)),
  )
}

async function verified(email: string, password: string): Promise<Proven> {
  const credentials = await credentialsOf(email)
  const right = await passwordMatches(credentials?.passwordHash ?? null, password)
  if (!right || !credentials) throw unauthorised(MESSAGES.badCredentials)
  return { id: credentials.id, sessionEpoch: credentials.sessionEpoch }
}

export const loginRate = rateLimit('login', 5, 15 * 60)
/** Log-ins from one network, for all accounts. */
export const loginAddressRate = rateLimit('loginAddress', 50, 3600)
const accountRate = rateLimit('loginAccount', 20, 3600)
/** Failures at one account, without its known devices. Above it, only known devices and mailed links work. */
export const accountDayRate = rateLimit('loginDay', 100, 24 * 3600)
/** Failures of one known device. Above it, it counts as an unknown one. */
const deviceRate = rateLimit('loginDevice', 20, 24 * 3600)

const SLOWER_BY_MS = 500
const SLOWEST_MS = 10_000

interface Attempt {
  email: string
  /** The network of the request. */
  address: string
  /** Id of the browser, when the account has logged in with it before. */
  device: string | null
}

/**
 * Runs one log-in attempt; those at one account run one after the other. Nobody can lock the owner out: known
 * devices have limits of their own, and a mailed link always works (DECISIONS row 171). Known and unknown
 * addresses are counted alike, so that neither answers nor timing differ.
 */
export async function attemptLogin<T>(
  { email, address, device }: Attempt,
  verify: () => Promise<T>,
): Promise<T> {
  if (device !== null && (await deviceRate.overuse(device)) === 0)
    return attemptOnKnownDevice(email, device, verify)
  await loginAddressRate.consume(address)
  return judge(
    { key: email, pair: `${email}|${address}`, failures: [accountRate, accountDayRate] },
    async () => {
      const seconds = await accountDayRate.secondsUntilFree(email)
      if (seconds > 0) throw new HttpError(429, MESSAGES.knownDevicesOnly, tooMany(seconds).headers)
      // Within the queue: from the 21st failure of an hour on, the whole account gets slower (DECISIONS row
      // 48).
      await wait(Math.min(SLOWEST_MS, SLOWER_BY_MS * (await accountRate.overuse(email))))
      return verify()
    },
  )
}

// Failures of others do not slow a known device down. A stolen cookie is of little use: after 20 failures a
// day the device counts as unknown.
const attemptOnKnownDevice = <T>(email: string, device: string, verify: () => Promise<T>): Promise<T> =>
  judge({ key: device, pair: `${email}|${device}`, failures: [deviceRate] }, verify)

interface Case {
  /**
   * The account or known device: attempts of one key run one after the other, and its failures are counted.
   */
  key: string
  /** Key of the limit of 5 attempts in 15 minutes; a correct password resets it. */
  pair: string
  failures: readonly RateLimit[]
}

async function judge<T>({ key, pair, failures }: Case, verify: () => Promise<T>): Promise<T> {
  await loginRate.consume(pair)
  return oneAttemptAtATime(key, async () => {
    try {
      const result = await verify()
      await loginRate.forgive(pair)
      return result
    } catch (error) {
      if (error instanceof HttpError && error.status === 401)
        for (const rate of failures) await rate.penalise(key)
      throw error
    }
  })
}

/** Resets the limits of an account after a mailed link was used. */
export async function forgiveGuesses(email: string): Promise<void> {
  await accountRate.forgive(email)
  await accountDayRate.forgive(email)
}

/** Attempts at one account that may wait. */
const WAITING = 5
const RETRY_AFTER_SECONDS = 10
// Longer than any attempt: a process that dies during one blocks the others no longer than this.
const LOCK_MS = 30_000
const ASK_AGAIN_MS = 50
const UNLOCK = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

const turns = createTurns({
  atOnce: Infinity,
  atOnceOfOne: 1,
  waiting: Infinity,
  waitingOfOne: WAITING,
  refuse: () => tooMany(RETRY_AFTER_SECONDS),
})

/**
 * Runs the attempts of a key one after the other, with Redis across all processes. A few may wait, further
 * ones get 429. So parallel guesses are no faster than sequential ones, from however many addresses.
 */
export const oneAttemptAtATime = <T>(key: string, attempt: () => Promise<T>): Promise<T> =>
  turns(key, () => withSharedLock(key, attempt))

async function withSharedLock<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  if (!sharedMemory) return attempt()
  const [name, owner] = [`royal:attempt:${key}`, randomUUID()]
  await lock(name, owner)
  try {
    return await attempt()
  } finally {
    await sharedMemory.eval(UNLOCK, 1, name, owner).catch(withoutRedis)
  }
}

/** Waits for the lock; continues without it while Redis is down, as the rate limits do. */
async function lock(name: string, owner: string): Promise<void> {
  const deadline = performance.now() + LOCK_MS
  while (
    (await sharedMemory!
      .set(name, owner, 'PX', LOCK_MS, 'NX')
      .then((reply) => reply ?? 'taken', withoutRedis)) === 'taken'
  ) {
    if (performance.now() > deadline) throw tooMany(RETRY_AFTER_SECONDS)
    await wait(ASK_AGAIN_MS)
  }
}
