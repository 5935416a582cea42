import { COMMAND_LINE, recordAdminAction } from '#server/features/audit/audit.service.ts'
import { endAllSessions } from '#server/features/users/accounts.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { dropFactors } from './factors.service.ts'

/**
 * For who is locked out, from the command line alone: the password is enough again. Every session of the person ends, a
 * mail tells them, and the audit log knows of it. Answers false when there was no second factor; then nothing happens.
 */
export const resetSecondFactor = (userId: string): Promise<boolean> =>
  transact(async (tx) => {
    if (!(await dropFactors(tx, userId))) return false
    await endAllSessions(tx, userId)
    await recordAdminAction(tx, {
      admin: COMMAND_LINE,
      action: 'user.reset-factor',
      target: { type: 'user', id: userId },
      before: null,
      after: { by: 'command line' },
    })
    return true
  })
