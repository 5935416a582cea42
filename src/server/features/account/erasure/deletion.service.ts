import { removeAccount } from '#server/features/people/users/account-removal.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { eraseLater } from './deletion.job.ts'

/** The person's own wish. Throws 409 for the last admin. */
export const deleteOwnAccount = ({ id }: Viewer): Promise<void> => transact((tx) => startDeletion(tx, id))

/**
 * Ends an account (DECISIONS row 26): with the commit nobody is this person any more, sessions and sockets
 * end in every process, and what is left of them is being removed from then on. Throws 404 for nobody, 409
 * for the last admin.
 */
export async function startDeletion(tx: Transaction, userId: string): Promise<void> {
  const { handle, email } = await removeAccount(tx, userId)
  await eraseLater(tx, { id: userId, handle, email })
  tx.emit('session:ended', { userId, sessionId: null, reason: 'deleted' })
  tx.emit('user:deleted', { userId })
}
