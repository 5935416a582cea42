import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from '#server/platform/errors.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { passwordHashOf } from '#server/features/people/users/accounts.service.ts'
import { passwordMatches } from './passwords.service.ts'

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
