import { Types, trusted, type PipelineStage } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { unauthorised } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { CARD, presentActor, type CardRow } from './users.present.ts'
import { emitProfile } from './people.service.ts'

type Figure = 'postCount' | 'followerCount' | 'followingCount'

/**
 * Changes a figure and pushes the profile; null for an unknown account. Each post waits for it, so it goes to the
 * driver without mongoose.
 */
async function bump(tx: Transaction, userId: string, figure: Figure, by: number): Promise<UserRecord | null> {
  const user = (await UserModel.collection.findOneAndUpdate(
    { _id: new Types.ObjectId(userId) },
    { $inc: { [figure]: by, rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  )) as UserRecord | null
  if (user) emitProfile(tx, user)
  return user
}

/** Lowers a person's number of posts, in the transaction that deletes them. */
export async function countPostsOff(tx: Transaction, userId: string, posts: number): Promise<void> {
  await bump(tx, userId, 'postCount', -posts)
}

/** The lock of an account that many transactions change: see `alsoLocks`. */
export const accountLock = (userId: string): string => `account:${userId}`

/**
 * Counts a post in the transaction that writes it, and returns the author's card. A rename at the same moment
 * comes before it, or finds the post. Throws 401 when the account is deleted.
 */
export async function countPost(tx: Transaction, userId: string): Promise<ActorView> {
  const card = (await countOnePostEach(tx, [userId])).get(userId)
  if (!card) throw unauthorised()
  return card
}

/** The same for one post of each of these people: their cards by id. Deleted accounts are missing. */
export async function countOnePostEach(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, ActorView>> {
  const users = await raiseAll(tx, userIds, 'postCount', 1)
  return new Map(users.map((user) => [user._id.toHexString(), presentActor(user)]))
}

/** Changes a figure of several people and pushes their profiles. Deleted accounts are missing. */
async function raiseAll(
  tx: Transaction,
  userIds: readonly string[],
  figure: Figure,
  by: number,
): Promise<UserRecord[]> {
  const [only, ...others] = userIds
  if (only === undefined) return []
  if (others.length === 0) {
    const user = await bump(tx, only, figure, by)
    return user ? [user] : []
  }
  const people = { _id: trusted({ $in: [...userIds] }) }
  await UserModel.updateMany(people, { $inc: { [figure]: by, rev: 1 } }, { session: tx.session })
  const users = await UserModel.find(people).session(tx.session).lean<UserRecord[]>()
  for (const user of users) emitProfile(tx, user)
  return users
}

/**
 * The authors' cards for texts that this transaction writes, by id. It also writes to the accounts, so that a
 * rename at the same moment comes before it, or finds the text. Deleted accounts are missing.
 */
export async function cardsForWriting(
  { session }: Transaction,
  userIds: readonly string[],
): Promise<Map<string, ActorView>> {
  const authors = { _id: trusted({ $in: [...userIds] }) }
  await UserModel.updateMany(authors, { $inc: { writings: 1 } }, { session })
  const users = await UserModel.find(authors, CARD).session(session).lean<CardRow[]>()
  return new Map(users.map((user) => [user._id.toHexString(), presentActor(user)]))
}

/** The same for one author. Throws 401 when the account is deleted. */
export async function cardForWriting(tx: Transaction, userId: string): Promise<ActorView> {
  const card = (await cardsForWriting(tx, [userId])).get(userId)
  if (!card) throw unauthorised()
  return card
}

/** The same without the cards: those of these accounts that are not deleted. */
export async function accountsForWriting(
  { session }: Transaction,
  userIds: readonly string[],
): Promise<Set<string>> {
  const ids = userIds.map((id) => new Types.ObjectId(id))
  const writers = { _id: { $in: ids } }
  const { matchedCount } = await UserModel.collection.updateMany(
    writers,
    { $inc: { writings: 1 } },
    { session },
  )
  if (matchedCount === ids.length) return new Set(userIds)
  const found = await UserModel.collection.find(writers, { projection: { _id: 1 }, session }).toArray()
  return new Set(found.map(({ _id }) => String(_id)))
}

/** Number of followers, and the rev of that figure. */
export interface FollowerCount {
  followers: number
  rev: number
}

const FIGURE = { followerCount: 1, rev: 1 } as const

/** Changes the number of followers and returns it; null for an unknown account. */
export async function bumpFollowerCount(
  tx: Transaction,
  userId: string,
  by: number,
): Promise<FollowerCount | null> {
  const user = await bump(tx, userId, 'followerCount', by)
  return user && { followers: user.followerCount, rev: user.rev }
}

/** Changes the number of people that each of these follows, and pushes their profiles. */
export async function bumpFollowingCounts(
  tx: Transaction,
  userIds: readonly string[],
  by: 1 | -1,
): Promise<void> {
  await raiseAll(tx, userIds, 'followingCount', by)
}

/** Those of these people who follow fewer than `most`. Deleted accounts are missing. */
export async function followersWithRoom(
  { session }: Transaction,
  userIds: readonly string[],
  most: number,
): Promise<Set<string>> {
  const withRoom = { _id: trusted({ $in: [...userIds] }), followingCount: trusted({ $lt: most }) }
  const users = await UserModel.find(withRoom, { _id: 1 }).session(session).lean<Pick<UserRecord, '_id'>[]>()
  return new Set(users.map(({ _id }) => _id.toHexString()))
}

/** The current number, inside a transaction or not; null for an unknown account. */
export async function followerCount(userId: string, tx?: Transaction): Promise<FollowerCount | null> {
  const user = await UserModel.findById(userId, FIGURE, { session: tx?.session }).lean<
    Pick<UserRecord, keyof typeof FIGURE>
  >()
  return user && { followers: user.followerCount, rev: user.rev }
}

/** A stage that adds the `followerCount` of each of these people to an aggregation; deleted ones are missing. */
export const unionOfFollowerCounts = (userIds: readonly string[]): PipelineStage.UnionWith => ({
  $unionWith: {
    coll: UserModel.collection.collectionName,
    pipeline: [
      { $match: { _id: { $in: userIds.map((id) => new Types.ObjectId(id)) } } },
      { $project: { followerCount: 1 } },
    ],
  },
})

/**
 * Writes to these accounts, so that two transactions about the same people conflict (a follow and a block at
 * the same moment). False when an account is deleted.
 */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  const { matchedCount } = await UserModel.updateMany(
    { _id: trusted({ $in: ids }) },
    { $inc: { rev: 1 } },
    { session: tx.session },
  )
  return matchedCount === ids.length
}

/** A person's correct figures. */
export type CounterFigures = Pick<UserRecord, Figure>

/** Corrects figures that a recount found wrong; true when it did. A deleted person needs none. */
export async function correctFigures(
  tx: Transaction,
  userId: string,
  figures: CounterFigures,
): Promise<boolean> {
  const wrong = trusted({
    $or: Object.entries(figures).map(([figure, count]) => ({ [figure]: trusted({ $ne: count }) })),
  })
  const update = { $set: figures, $inc: { rev: 1 } }
  const user = await UserModel.findOneAndUpdate({ _id: userId, ...wrong }, update, {
    session: tx.session,
    returnDocument: 'after',
  }).lean<UserRecord>()
  if (user) emitProfile(tx, user)
  return user !== null
}

/** Ids of people after `after`, ascending, for jobs that go through everybody. */
export async function userIdsAfter(after: string | null, limit: number): Promise<string[]> {
  const filter = after ? { _id: trusted({ $gt: new Types.ObjectId(after) }) } : {}
  const users = await UserModel.find(filter, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Pick<UserRecord, '_id'>[]>()
  return users.map(({ _id }) => _id.toHexString())
}
