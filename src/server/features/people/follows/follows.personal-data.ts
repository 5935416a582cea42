import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'
import { removeFollow } from './follows.service.ts'

/** Nobody follows who is gone, and they follow nobody; the others' figures follow. */
export const eraseFollows: Erase = async ({ id }, { signal }) => {
  const either = { $or: [{ followerId: id }, { followeeId: id }] }
  const some = () =>
    FollowModel.find(either, { followerId: 1, followeeId: 1 }).limit(PORTION).lean<FollowDocument[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const row of rows) {
      signal.throwIfAborted()
      await end(row.followerId.toHexString(), row.followeeId.toHexString())
    }
  }
}

const end = (followerId: string, followeeId: string) =>
  oneAtATime(`followers:${followeeId}`, () =>
    transact(async (tx) => void (await removeFollow(tx, followerId, followeeId))),
  )

type Side = 'followerId' | 'followeeId'

/** Whom a person follows, or who follows them, newest first: ids and since when, for their export. */
export async function* exportedFollows(
  userId: string,
  of: Side,
): AsyncGenerator<{ userId: string; since: Date }> {
  const other = of === 'followerId' ? 'followeeId' : 'followerId'
  for await (const row of rowsOf(
    FollowModel.find({ [of]: userId })
      .sort({ _id: -1 })
      .lean<FollowDocument[]>(),
  )) {
    const follow = row
    yield { userId: follow[other].toHexString(), since: follow.createdAt }
  }
}
