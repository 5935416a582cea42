import { COMMAND_LINE, recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { endAllSessions } from '#server/features/people/users/accounts.service.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { dropFactors } from './factors.service.ts'

/**
 * Removes the second factor of a person who is locked out; only the command line may do so. All sessions of
 * the person end, a mail tells them, and the audit log gets a line. Returns false, and does nothing, when
 * there was no second factor.
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
