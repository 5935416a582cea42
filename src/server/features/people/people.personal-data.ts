import { trusted } from 'mongoose'
import { ERASURE_PORTION, type Erase } from '#server/platform/erasure.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep, sweepTogether } from '#server/platform/sweep.ts'
import { FollowModel, type FollowDocument } from './follows/follows.model.ts'
import { removeFollow } from './follows/follows.service.ts'
import { RelationModel, type RelationDocument, type RelationKind } from './relations/relations.model.ts'

/** Removes all follows of and by a deleted person, and corrects the others' counts. */
export const eraseFollows: Erase = async ({ id }, { signal }) => {
  const either = { $or: [{ followerId: id }, { followeeId: id }] }
  const own = FollowModel.find(either, { followerId: 1, followeeId: 1 }).lean<Pick<FollowDocument, Side>[]>()
  await sweep(rowsOf(own), end, signal)
}

function end(follow: Pick<FollowDocument, Side>): Promise<unknown> {
  const [followerId, followeeId] = [follow.followerId.toHexString(), follow.followeeId.toHexString()]
  return oneAtATime(`followers:${followeeId}`, () =>
    transact((tx) => removeFollow(tx, followerId, followeeId)),
  )
}

type Side = 'followerId' | 'followeeId'

/** A person's follows or followers, newest first: ids and dates for their export. */
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

/** Deletes a person's mutes and blocks, and those against them. */
export const eraseRelations: Erase = async ({ id }, { signal }) => {
  const either = { $or: [{ userId: id }, { otherId: id }] }
  const own = rowsOf(RelationModel.find(either).lean<RelationDocument[]>())
  await sweepTogether(own, ERASURE_PORTION, (rows) => transact((tx) => take(tx, rows)), signal)
}

async function take(tx: Transaction, rows: readonly RelationDocument[]): Promise<void> {
  await RelationModel.deleteMany(
    { _id: trusted({ $in: rows.map(({ _id }) => _id) }) },
    { session: tx.session },
  )
  for (const { userId, otherId, kind } of rows)
    tx.emit('relation:changed', {
      userId: userId.toHexString(),
      otherId: otherId.toHexString(),
      hidden: false,
      kind,
    })
}

/**
 * The people whom a person has muted or blocked, for their export. Those who did it to them are not shown.
 */
export async function* exportedRelations(
  userId: string,
  kind: RelationKind,
): AsyncGenerator<{ userId: string; since: Date }> {
  for await (const row of rowsOf(RelationModel.find({ userId, kind }).lean<RelationDocument[]>())) {
    const { otherId, createdAt } = row
    yield { userId: otherId.toHexString(), since: createdAt }
  }
}
