import { MESSAGES } from '#contract/errors.ts'
import type { ErasedPerson } from '#server/platform/erasure.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { claimOtherAdmins } from './admins.service.ts'
import { UserModel, type UserRecord } from './users.model.ts'

/**
 * Takes an account out of the house: from the commit on nobody is this person, in whatever process. Throws
 * 404 for nobody and 409 for the last admin, also when the last two go at the same moment.
 */
export async function removeAccount(tx: Transaction, userId: string): Promise<ErasedPerson> {
  const user = await UserModel.findOneAndDelete({ _id: userId }, { session: tx.session }).lean<UserRecord>()
  if (!user) throw notFound(MESSAGES.userNotFound)
  if (user.isAdmin && (await claimOtherAdmins(tx, userId)) === 0) throw conflict(MESSAGES.lastAdmin)
  return { id: userId, handle: user.handle, email: user.email }
}
