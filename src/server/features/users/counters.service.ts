import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel } from './users.model.ts'

/** A person's post count goes up or down by `by`, in the transaction that writes or deletes the posts. */
export async function bumpPostCount(tx: Transaction, userId: string, by: number): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $inc: { postCount: by, rev: 1 } }, { session: tx.session })
}
