import { PORTION, type Erase } from '#server/platform/departed.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'
import { removeFollow } from './follows.service.ts'

/** Nobody follows who is gone, and they follow nobody; the others' figures follow. */
export const eraseFollows: Erase = async ({ id }, { signal }) => {
  const either = { $or: [{ followerId: id }, { followeeId: id }] }
  const some = () => FollowModel.find(either, { followerId: 1, followeeId: 1 }).limit(PORTION).lean<FollowDocument[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const row of rows) {
      signal.throwIfAborted()
      await end(row.followerId.toHexString(), row.followeeId.toHexString())
    }
  }
}

const end = (followerId: string, followeeId: string) => oneAtATime(`followers:${followeeId}`, () => transact(async (tx) => void (await removeFollow(tx, followerId, followeeId))))
