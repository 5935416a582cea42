import { setTimeout as wait } from 'node:timers/promises'
import { MESSAGES } from '#contract/errors.ts'
import { HttpError, tooMany } from '#server/platform/errors.ts'
import { rateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { oneAttemptAtATime } from './attempt-queue.ts'

export const loginRate = rateLimit('login', 5, 15 * 60)
/** Log-ins from one network, whatever the account. */
export const loginAddressRate = rateLimit('loginAddress', 50, 3600)
const accountRate = rateLimit('loginAccount', 20, 3600)
/** Failures at one account, but for its known devices. After them only those and mailed links open it. */
export const accountDayRate = rateLimit('loginDay', 100, 24 * 3600)
/** Failures of one known device. After them it counts as any other. */
const deviceRate = rateLimit('loginDevice', 20, 24 * 3600)

const SLOWER_BY_MS = 500
const SLOWEST_MS = 10_000

interface Attempt {
  email: string
  /** The network it comes from. */
  address: string
  /** Id of the browser where its account has logged in on it before. */
  device: string | null
}

/**
 * Judges one log-in, one after the other at each account. Nobody can lock an owner out: a browser in which
 * they have logged in before has limits of its own, and a mailed link opens the account in any case
 * (DECISIONS row 171). Known and unknown e-mail addresses are counted alike, so that neither answers nor pace
 * tell them apart.
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

// Guesses of others do not slow it down. A stolen cookie is no help for long: after 20 failures a day it
// counts for nothing.
const attemptOnKnownDevice = <T>(email: string, device: string, verify: () => Promise<T>): Promise<T> =>
  judge({ key: device, pair: `${email}|${device}`, failures: [deviceRate] }, verify)

interface Case {
  /**
   * What is judged one attempt after the other, and what failures are counted by: an account, or one known
   * device.
   */
  key: string
  /** What has 5 attempts in 15 minutes; the right password forgives them. */
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

/** A mailed link was used: the guesses at this account hold up nobody any more. */
export async function forgiveGuesses(email: string): Promise<void> {
  await accountRate.forgive(email)
  await accountDayRate.forgive(email)
}
