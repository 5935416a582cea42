import { LRUCache } from 'lru-cache'
import { Types, trusted } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'

/** Within this time a follow made in another process is noticed. */
const FRESH_MS = 5_000

interface Entry {
  readonly loading: Promise<readonly string[]>
}

// Weighed by the ids it holds (LIVE L17).
const followees = new LRUCache<string, Entry>({ max: 20_000, maxSize: 500_000, ttl: FRESH_MS })

/**
 * Whom this person follows, at most 5,000, in no order that means anything. One covered index read, kept for
 * a moment.
 */
export function followeeIds(userId: string): Promise<readonly string[]> {
  const held = followees.get(userId)
  if (held) return held.loading
  const entry = { loading: readFolloweeIds(userId) }
  // Weighed in full while it loads, so that many loading at once cannot pass the bound.
  followees.set(userId, entry, { size: LIMITS.following })
  entry.loading.then(
    (ids) => settle(userId, entry, ids.length),
    () => settle(userId, entry, null),
  )
  return entry.loading
}

/** The next question about this person's followees reads the store. */
export const forgetFollowees = (userId: string): void => void followees.delete(userId)

function settle(userId: string, entry: Entry, length: number | null): void {
  if (followees.peek(userId) !== entry) return
  const ttl = followees.getRemainingTTL(userId)
  followees.delete(userId)
  if (length !== null && ttl > 0) followees.set(userId, entry, { size: length + 1, ttl })
}

async function readFolloweeIds(userId: string): Promise<readonly string[]> {
  const rows = await FollowModel.find({ followerId: userId }, { _id: 0, followeeId: 1 })
    .hint({ followerId: 1, followeeId: 1 })
    .lean<Pick<FollowDocument, 'followeeId'>[]>()
  return rows.map((row) => row.followeeId.toHexString())
}

export interface FollowerIds {
  ids: string[]
  /** Give it back to get the next page; null after the last one. */
  next: string | null
}

/** A person's followers, newest first, in pages of `size` for work that goes through all of them. */
export async function followerIdsPage(
  userId: string,
  after: string | null = null,
  size = 1000,
): Promise<FollowerIds> {
  const rows = await FollowModel.find({ followeeId: userId, ...before(after) }, { followerId: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .lean<Pick<FollowDocument, '_id' | 'followerId'>[]>()
  const next = rows.length === size ? rows.at(-1)!._id.toHexString() : null
  return { ids: rows.map((row) => row.followerId.toHexString()), next }
}

/** Whom of `ids` this person follows. */
export async function followedAmong(followerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await FollowModel.find(
    { followerId, followeeId: trusted({ $in: ids }) },
    { _id: 0, followeeId: 1 },
  ).lean<Pick<FollowDocument, 'followeeId'>[]>()
  return new Set(rows.map((row) => row.followeeId.toHexString()))
}

export const isFollowing = async (followerId: string, followeeId: string): Promise<boolean> =>
  (await followedAmong(followerId, [followeeId])).size > 0

/** How many follow this person and how many they follow, counted one by one (SECURITY, traps). */
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

/** The rows older than a cursor. */
export const before = (cursor: string | null | undefined) =>
  cursor ? { _id: trusted({ $lt: new Types.ObjectId(cursor) }) } : {}
