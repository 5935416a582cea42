import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { config } from '#server/platform/config.ts'
import { busy, badRequest } from '#server/platform/errors.ts'
import { boundedQueue } from './bounded-queue.ts'
import { MESSAGES } from '#contract/errors.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { passwordHashOf } from '#server/features/people/users/accounts.service.ts'

// 19 MiB, two passes, one lane (SECURITY, Passwords); the library's own algorithm is argon2id. Tests may ask
// for less.
const COST =
  config.PASSWORD_COST === 'low'
    ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
    : { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Four at once keep the memory and both cores bounded; who comes after fifty waiting ones gets 503. */
const inTurn = boundedQueue({ running: 4, waiting: 50, refuse: busy })

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(canonical(password), COST))

// One keyboard types an accented letter as one character, another as two.
const canonical = (password: string): string => password.normalize('NFKC')

// What an unknown address is checked against, so that its answer takes the same time.
const decoy = hash(randomBytes(32), COST)

/** Whether the password is right. Costs the same with no hash to compare to, and is then never right. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(against, canonical(password)))
  return matches && passwordHash !== null
}

const passwordCheckRate = rateLimit('passwordCheck', 5, 15 * 60)

/**
 * Checks the current password of the signed-in person. Throws 400 for a wrong one, 429 after five of them in
 * 15 minutes.
 */
export async function assertPassword(userId: string, given = ''): Promise<void> {
  await passwordCheckRate.consume(userId)
  if (!(await passwordMatches(await passwordHashOf(userId), given))) throw badRequest(MESSAGES.passwordWrong)
  await passwordCheckRate.forgive(userId)
}
