import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { ActorView } from '#contract/people.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentActor, presentCurrentUser, tellProfile } from './users.present.ts'

/** Every admin, by handle. */
export async function listAdmins(): Promise<ActorView[]> {
  const admins = await UserModel.find({ isAdmin: true })
    .hint({ isAdmin: 1, handle: 1 })
    .sort({ handle: 1 })
    .lean<UserRecord[]>()
  return admins.map(presentActor)
}

/**
 * Makes a person an admin or no longer one; false when that is so already. Throws 404 for nobody and 409 for
 * the last admin, also when the last two go at the same moment. `alongside` is done in the same transaction.
 */
export async function setAdmin(
  userId: string,
  isAdmin: boolean,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return transact(async (tx) => {
    const others = isAdmin ? null : await claimOtherAdmins(tx, userId)
    const user = await UserModel.findOneAndUpdate(
      { _id: userId, isAdmin: !isAdmin },
      { $set: { isAdmin, updatedAt: new Date() }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<UserRecord>()
    if (!user) return assertKnown(tx, userId)
    if (others === 0) throw conflict(MESSAGES.lastAdmin)
    await alongside?.(tx)
    tx.emit('viewer:updated', { user: presentCurrentUser(user) })
    tellProfile(tx, user)
    return true
  })
}

/**
 * How many other admins there are. Touching them makes two who revoke each other collide: the second to
 * commit sees what the first did.
 */
export async function claimOtherAdmins(tx: Transaction, userId: string): Promise<number> {
  const others = { isAdmin: true, _id: trusted({ $ne: userId }) }
  const { matchedCount } = await UserModel.updateMany(others, { $inc: { rev: 1 } }, { session: tx.session })
  return matchedCount
}

async function assertKnown(tx: Transaction, userId: string): Promise<false> {
  if (!(await UserModel.exists({ _id: userId }).session(tx.session))) throw notFound(MESSAGES.userNotFound)
  return false
}

/**
 * Throws 403 when this person is no admin (any more): two who demote each other at the same moment have both
 * been let in.
 */
export async function assertStillAdmin(tx: Transaction, userId: string): Promise<void> {
  if (!(await UserModel.exists({ _id: userId, isAdmin: true }).session(tx.session))) throw forbidden()
}
