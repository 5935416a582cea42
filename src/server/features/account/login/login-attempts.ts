import { setTimeout as wait } from 'node:timers/promises'
import { MESSAGES } from '#contract/errors.ts'
import { HttpError, tooMany } from '#server/platform/errors.ts'
import { consume, forgive, overuse, penalise, secondsUntilFree } from '#server/platform/rate-limit.ts'
import { oneAttemptAtATime } from './attempt-queue.ts'

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
  if (device !== null && (await overuse('loginDevice', device)) === 0)
    return attemptOnKnownDevice(email, device, verify)
  await consume('loginAddress', address)
  return judge(
    { key: email, pair: `${email}|${address}`, failures: ['loginAccount', 'loginDay'] },
    async () => {
      const seconds = await secondsUntilFree('loginDay', email)
      if (seconds > 0) throw new HttpError(429, MESSAGES.knownDevicesOnly, tooMany(seconds).headers)
      // Within the queue: from the 21st failure of an hour on, the whole account gets slower (DECISIONS row
      // 48).
      await wait(Math.min(SLOWEST_MS, SLOWER_BY_MS * (await overuse('loginAccount', email))))
      return verify()
    },
  )
}

// Guesses of others do not slow it down. A stolen cookie is no help for long: after 20 failures a day it
// counts for nothing.
const attemptOnKnownDevice = <T>(email: string, device: string, verify: () => Promise<T>): Promise<T> =>
  judge({ key: device, pair: `${email}|${device}`, failures: ['loginDevice'] }, verify)

interface Case {
  /**
   * What is judged one attempt after the other, and what failures are counted by: an account, or one known
   * device.
   */
  key: string
  /** What has 5 attempts in 15 minutes; the right password forgives them. */
  pair: string
  failures: readonly ('loginAccount' | 'loginDay' | 'loginDevice')[]
}

async function judge<T>({ key, pair, failures }: Case, verify: () => Promise<T>): Promise<T> {
  await consume('login', pair)
  return oneAttemptAtATime(key, async () => {
    try {
      const result = await verify()
      await forgive('login', pair)
      return result
    } catch (error) {
      if (error instanceof HttpError && error.status === 401)
        for (const name of failures) await penalise(name, key)
      throw error
    }
  })
}

/** A mailed link was used: the guesses at this account hold up nobody any more. */
export async function forgiveGuesses(email: string): Promise<void> {
  await forgive('loginAccount', email)
  await forgive('loginDay', email)
}
