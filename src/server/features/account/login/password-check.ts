import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from '#server/platform/errors.ts'
import { consume, forgive } from '#server/platform/rate-limit.ts'
import { passwordHashOf } from '#server/features/people/users/accounts.service.ts'
import { passwordMatches } from './passwords.service.ts'

/**
 * Checks the current password of the signed-in person. Throws 400 for a wrong one, 429 after five of them in
 * 15 minutes.
 */
export async function assertPassword(userId: string, given = ''): Promise<void> {
  await consume('passwordCheck', userId)
  if (!(await passwordMatches(await passwordHashOf(userId), given))) throw badRequest(MESSAGES.passwordWrong)
  await forgive('passwordCheck', userId)
}
