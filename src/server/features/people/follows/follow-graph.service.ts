import { Types, trusted, type PipelineStage } from 'mongoose'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { FollowModel, ONE_FOLLOW, type FollowDocument } from './follows.model.ts'
import { bus } from '#server/platform/bus.ts'

/** A follow made in another process shows within this time. */
const FRESH_MS = 5_000

/**
 * The people that this person follows, at most 5,000, in no defined order; one covered index read, cached
 * briefly.
 */
export const followeeIds = (userId: string): Promise<readonly string[]> => followees.get(userId)

/** Clears a person's entry of this cache. */
export const forgetFollowees = (userId: string): void => followees.forget(userId)

async function loadFolloweeIds(userId: string): Promise<readonly string[]> {
  const rows = await FollowModel.find({ followerId: userId }, { _id: 0, followeeId: 1 })
    .hint({ followerId: 1, followeeId: 1 })
    .lean<Pick<FollowDocument, 'followeeId'>[]>()
  return rows.map((row) => row.followeeId.toHexString())
}

// Limited by the number of ids (LIVE L17).
const followees = createReadCache<readonly string[]>({
  name: 'followees',
  load: loadFolloweeIds,
  max: 20_000,
  maxSize: 500_000,
  sizeOf: (ids) => ids.length + 1,
  freshMs: FRESH_MS,
})

export interface FollowerIds {
  ids: string[]
  /** Cursor of the next page; null after the last one. */
  next: string | null
}

/** A person's followers, newest first, in pages of `size`, for jobs that go through all of them. */
export async function followerIdsPage(
  userId: string,
  after: string | null = null,
  size = 1000,
): Promise<FollowerIds> {
  const rows = await FollowModel.find({ followeeId: userId, ...olderThanCursor(after) }, { followerId: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .lean<FollowerRow[]>()
  return pageOf(rows, size)
}

/**
 * A stage for an aggregation that has people's ids as `_id`: adds the rows of the first of these pages as
 * `followers`, each with `followerId` and the cursor `_id`.
 */
export const firstFollowers = (size: number): PipelineStage.Lookup => ({
  $lookup: {
    from: FollowModel.collection.collectionName,
    localField: '_id',
    foreignField: 'followeeId',
    pipeline: [{ $sort: { _id: -1 } }, { $limit: size }, { $project: { followerId: 1 } }],
    as: 'followers',
  },
})

type FollowerRow = Pick<FollowDocument, '_id' | 'followerId'>

const pageOf = (rows: readonly FollowerRow[], size: number): FollowerIds => ({
  ids: rows.map((row) => row.followerId.toHexString()),
  next: rows.length === size ? rows.at(-1)!._id.toHexString() : null,
})

/** The people among `ids` that this person follows. */
export async function followedAmong(followerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await FollowModel.find(
    { followerId, followeeId: trusted({ $in: ids }) },
    { _id: 0, followeeId: 1 },
  ).lean<Pick<FollowDocument, 'followeeId'>[]>()
  return new Set(rows.map((row) => row.followeeId.toHexString()))
}

/** Questions of the same moment are one read. */
export const isFollowing = async (followerId: string, followeeId: string): Promise<boolean> =>
  (await followOf(`${followerId} ${followeeId}`)) ?? false

const MAX_FOLLOWS = 100

const followOf = batchReads<true>({
  max: MAX_FOLLOWS,
  async load(keys) {
    const follows = await followsBetween(keys.map((key) => key.split(' ') as [string, string]))
    return new Map([...follows].map((key) => [key, true]))
  },
})

/** The follows among these pairs of a follower and whom they may follow, each as 'follower followee'. */
export async function followsBetween(
  pairs: readonly (readonly [followerId: string, followeeId: string])[],
  tx?: Transaction,
): Promise<Set<string>> {
  const either = pairs.map(([followerId, followeeId]) => ({
    followerId: new Types.ObjectId(followerId),
    followeeId: new Types.ObjectId(followeeId),
  }))
  const options = { projection: { _id: 0, followerId: 1, followeeId: 1 }, hint: ONE_FOLLOW }
  const rows = await FollowModel.collection
    .find({ $or: either }, tx ? { ...options, session: tx.session } : options)
    .toArray()
  return new Set(rows.map(({ followerId, followeeId }) => `${followerId} ${followeeId}`))
}

/** Both figures, counted one by one for the recount. */
export async function countFollows(
  { session }: Transaction,
  userId: string,
): Promise<{ followerCount: number; followingCount: number }> {
  const followerCount = await FollowModel.countDocuments({ followeeId: userId }).session(session)
  return {
    followerCount,
    followingCount: await FollowModel.countDocuments({ followerId: userId }).session(session),
  }
}

/** The condition for rows older than a cursor. */
export const olderThanCursor = (cursor: string | null | undefined) =>
  cursor ? { _id: trusted({ $lt: new Types.ObjectId(cursor) }) } : {}

/** Clears the cache when somebody follows or unfollows, in whatever process. */
export function invalidateFollowees(): () => void {
  const stops = [
    bus.onCluster('user:followed', ({ followerId }) => forgetFollowees(followerId)),
    bus.onCluster('user:unfollowed', ({ followerId }) => forgetFollowees(followerId)),
  ]
  return () => stops.forEach((stop) => stop())
}
