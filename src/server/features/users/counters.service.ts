import { trusted } from 'mongoose'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentPublicProfile } from './users.present.ts'

type Figure = 'postCount' | 'followerCount' | 'followingCount'

/** Counts one figure up or down and tells who has the profile on screen; null when no account matches. */
async function bump(tx: Transaction, filter: object, figure: Figure, by: number): Promise<UserRecord | null> {
  const update = { $inc: { [figure]: by, rev: 1 } }
  const user = await UserModel.findOneAndUpdate(filter, update, { session: tx.session, returnDocument: 'after' }).lean<UserRecord>()
  if (user) tx.emit('profile:updated', { profile: presentPublicProfile(user) })
  return user
}

/** A person's post count goes up or down by `by`, in the transaction that writes or deletes the posts. */
export async function bumpPostCount(tx: Transaction, userId: string, by: number): Promise<void> {
  await bump(tx, { _id: userId }, 'postCount', by)
}

/** Followers of a person and the rev of that figure. */
export interface FollowerCount {
  followers: number
  rev: number
}

const FIGURE = { followerCount: 1, rev: 1 } as const

/** Counts followers up or down and answers the new figure; null when there is no such account. */
export async function bumpFollowerCount(tx: Transaction, userId: string, by: number): Promise<FollowerCount | null> {
  const user = await bump(tx, { _id: userId }, 'followerCount', by)
  return user && { followers: user.followerCount, rev: user.rev }
}

/** Counts the followed up or down; false when that would go beyond `most`. */
export async function bumpFollowingCount(tx: Transaction, userId: string, by: number, most: number): Promise<boolean> {
  const withRoom = { _id: userId, followingCount: trusted({ $lte: most - by }) }
  return (await bump(tx, withRoom, 'followingCount', by)) !== null
}

/** The present figure, inside a transaction or not; null when there is no such account. */
export async function followerCount(userId: string, tx?: Transaction): Promise<FollowerCount | null> {
  const user = await UserModel.findById(userId, FIGURE, { session: tx?.session }).lean<UserRecord>()
  return user && { followers: user.followerCount, rev: user.rev }
}

/**
 * Touches these accounts, so that two transactions about the same people cannot both commit on what they read before
 * the other (a follow and a block at the same moment). False when one of the accounts is gone.
 */
export async function claimAccounts(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  const { matchedCount } = await UserModel.updateMany({ _id: trusted({ $in: ids }) }, { $inc: { rev: 1 } }, { session: tx.session })
  return matchedCount === ids.length
}
