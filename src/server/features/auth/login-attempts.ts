import { setTimeout as wait } from 'node:timers/promises'
import { HttpError } from '#server/platform/errors.ts'
import { consume, forgive, overuse, penalise } from '#server/platform/rate-limit.ts'

const SLOWER_BY_MS = 500
const SLOWEST_MS = 10_000

interface Attempt {
  email: string
  address: string
}

/**
 * Counts one log-in: 50 an hour from an address, 5 in 15 minutes from it at one account; the right password forgives
 * the latter. After 20 failures an hour on one account, from wherever, each further try is slower: nobody is locked
 * out (DECISIONS row 43). Known and unknown addresses are counted alike, so that the pace tells nothing.
 */
export async function attemptLogin<T>({ email, address }: Attempt, verify: () => Promise<T>): Promise<T> {
  const pair = `${email}|${address}`
  await consume('loginAddress', address)
  await consume('login', pair)
  await wait(Math.min(SLOWEST_MS, SLOWER_BY_MS * (await overuse('loginAccount', email))))
  try {
    const result = await verify()
    await forgive('login', pair)
    return result
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) await penalise('loginAccount', email)
    throw error
  }
}
