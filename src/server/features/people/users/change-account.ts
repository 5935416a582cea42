import type { QueryFilter, UpdateQuery } from 'mongoose'
import { clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentCurrentUser } from './users.present.ts'

type Which = QueryFilter<UserRecord>
type Change = UpdateQuery<UserRecord>

/** Changes an account and tells the person's pages, and every process. Null when there is no such account. */
export async function changeAccount(
  tx: Transaction,
  which: Which,
  change: Change,
): Promise<UserRecord | null> {
  const user = await writeAccount(tx, which, change)
  if (user) tx.emit('viewer:updated', { user: presentCurrentUser(user) })
  return user
}

/** The same without telling: the caller does, in an order of its own. */
export const writeAccount = (
  { session }: Transaction,
  which: Which,
  { $set, $inc, ...change }: Change,
): Promise<UserRecord | null> =>
  UserModel.findOneAndUpdate(
    which,
    { ...change, $set: { ...$set, updatedAt: clock.date() }, $inc: { ...$inc, rev: 1 } },
    { session, returnDocument: 'after' },
  )
    .lean<UserRecord>()
    .exec()
