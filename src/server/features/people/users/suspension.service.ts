import { MESSAGES } from '#contract/errors.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentCurrentUser } from './users.present.ts'
import { emitProfile } from './profile-changes.ts'

/** Lets a person read and not write until then. Throws 404, and 403 for an admin. */
export const suspend = (tx: Transaction, userId: string, until: Date): Promise<void> =>
  change(tx, userId, { $set: { suspendedUntil: until } })

/** Sees a person out, on every node at once, and lets them in no more. Throws 404, and 403 for an admin. */
export async function ban(tx: Transaction, userId: string): Promise<void> {
  await change(tx, userId, { $set: { bannedAt: new Date() }, $inc: { sessionEpoch: 1 } })
  tx.emit('session:ended', { userId, sessionId: null, reason: 'banned' })
}

/** Takes a suspension or a ban back. Throws 404. */
export const lift = (tx: Transaction, userId: string, what: 'suspendedUntil' | 'bannedAt'): Promise<void> =>
  change(tx, userId, { $set: { [what]: null } })

async function change(
  tx: Transaction,
  userId: string,
  { $set, $inc }: { $set: object; $inc?: object },
): Promise<void> {
  const update = { $set: { ...$set, updatedAt: new Date() }, $inc: { ...$inc, rev: 1 } }
  const user = await UserModel.findOneAndUpdate({ _id: userId, isAdmin: false }, update, {
    session: tx.session,
    returnDocument: 'after',
  }).lean<UserRecord>()
  if (!user)
    throw (await UserModel.exists({ _id: userId }).session(tx.session))
      ? forbidden(MODERATION_MESSAGES.adminImmune)
      : notFound(MESSAGES.userNotFound)
  // Every process reads the viewer anew.
  tx.emit('viewer:updated', { user: presentCurrentUser(user) })
  emitProfile(tx, user)
}
