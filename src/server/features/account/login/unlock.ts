import { emailAddressOf } from '#server/features/people/users/identities.service.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { forgiveCodes } from '../second-factor/codes.service.ts'
import { forgiveGuesses } from './auth.service.ts'

/** By then a server has done it, or has been started and counts from zero. */
const EXPIRES_MS = 600_000

// Without Redis the counts are in the server's memory, so a server resets them and not the command.
const job = defineJob<{ userId: string }>({
  kind: 'unlock',
  does: 'Resets the counts of failed log-ins of a person.',
  expiresAfterMs: EXPIRES_MS,
  async run({ userId }) {
    const account = await emailAddressOf(userId)
    if (!account) return
    await forgiveGuesses(account.email)
    await forgiveCodes(userId)
  },
})

/** Forgets the wrong passwords and codes at an account, so that its owner may try again. */
export const unlock = (tx: Transaction, userId: string): Promise<void> => job.enqueue({ userId }, { tx })
