import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS, PAGE } from '#contract/limits.ts'
import type { FollowStatusView, FollowListItem } from '#contract/people.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import {
  bumpFollowerCount,
  bumpFollowingCount,
  followerCount,
  type FollowerCount,
} from '#server/features/people/users/counters.service.ts'
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { handlers } from '#server/platform/handlers.ts'
import { loadPeople, personExists } from '#server/features/people/users/people.service.ts'
import { isFollowing, before, followedAmong } from './follow-graph.service.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'

const personNotFound = () => notFound(MESSAGES.userNotFound)

const present = ({ followers, rev }: FollowerCount, following: boolean): FollowStatusView => ({
  isFollowing: following,
  _count: { followers },
  rev,
})

/**
 * Whether the viewer follows this person, and the number of followers. Throws 404 for nobody, and for a
 * person who blocks the viewer.
 */
export async function followStatus(viewer: Viewer | null, followeeId: string): Promise<FollowStatusView> {
  if (viewer?.blocked.has(followeeId) && (await relationBetween(viewer.id, followeeId)).blockedBy)
    throw personNotFound()
  const [count, following] = await Promise.all([
    followerCount(followeeId),
    viewer !== null && isFollowing(viewer.id, followeeId),
  ])
  if (!count) throw personNotFound()
  return present(count, following)
}

/**
 * Follows a person; may run again. Writes the row, both counts and the notification in one transaction.
 * Throws 400 for oneself and beyond 5,000, 403 when the viewer blocks the person, 404 for nobody and for a
 * person who blocks the viewer.
 */
export async function follow(viewer: Viewer, followeeId: string): Promise<FollowStatusView> {
  if (viewer.id === followeeId) throw badRequest(MESSAGES.followSelf)
  return oneAtATime(`followers:${followeeId}`, () => transact((tx) => writeFollow(tx, viewer, followeeId)))
}

async function writeFollow(tx: Transaction, viewer: Viewer, followeeId: string): Promise<FollowStatusView> {
  const pair = { followerId: viewer.id, followeeId }
  if (await FollowModel.exists(pair).session(tx.session)) return unchanged(tx, followeeId, true)
  await assertReachable(tx, viewer, followeeId)
  const count = await bumpFollowerCount(tx, followeeId, 1)
  if (!count) throw personNotFound()
  if (!(await bumpFollowingCount(tx, viewer.id, 1, LIMITS.following)))
    throw badRequest(MESSAGES.followTooMany)
  const row = {
    _id: new Types.ObjectId(),
    followerId: new Types.ObjectId(viewer.id),
    followeeId: new Types.ObjectId(followeeId),
    createdAt: new Date(),
  }
  await FollowModel.insertMany([row], { session: tx.session, lean: true })
  for (const handle of followHandlers) await handle(tx, viewer, followeeId)
  tx.emit('user:followed', pair)
  return present(count, true)
}

// Reads the store, not the viewer's cached sets: a block made just now counts.
async function assertReachable(tx: Transaction, viewer: Viewer, followeeId: string): Promise<void> {
  const { blocks, blockedBy } = await relationBetween(viewer.id, followeeId, tx)
  if (blockedBy) throw personNotFound()
  if (blocks) throw forbidden(MESSAGES.blocked)
}

type FollowHandler = (tx: Transaction, viewer: Viewer, followeeId: string) => Promise<void>
const followHandlers = handlers<FollowHandler>()

/** Registers what happens in the transaction of a follow. */
export const onFollow = followHandlers.add

/** Ends a follow; may run again. Throws 404 for nobody. */
export async function unfollow(viewer: Viewer, followeeId: string): Promise<FollowStatusView> {
  return oneAtATime(`followers:${followeeId}`, () =>
    transact(async (tx) => {
      const count = await removeFollow(tx, viewer.id, followeeId)
      return count ? present(count, false) : unchanged(tx, followeeId, false)
    }),
  )
}

/** Removes a follow within a larger transaction (a block); null when there was none. */
export async function removeFollow(
  tx: Transaction,
  followerId: string,
  followeeId: string,
): Promise<FollowerCount | null> {
  const { deletedCount } = await FollowModel.deleteOne({ followerId, followeeId }, { session: tx.session })
  if (deletedCount === 0) return null
  await bumpFollowingCount(tx, followerId, -1, LIMITS.following)
  tx.emit('user:unfollowed', { followerId, followeeId })
  return bumpFollowerCount(tx, followeeId, -1)
}

async function unchanged(tx: Transaction, followeeId: string, following: boolean): Promise<FollowStatusView> {
  const count = await followerCount(followeeId, tx)
  if (!count) throw personNotFound()
  return present(count, following)
}

/** The field a list is about, and the field with the people it shows. */
type Side = { of: 'followeeId'; shows: 'followerId' } | { of: 'followerId'; shows: 'followeeId' }

const FOLLOWERS: Side = { of: 'followeeId', shows: 'followerId' }
const FOLLOWING: Side = { of: 'followerId', shows: 'followeeId' }

/** Rows of each further read when people were filtered out. */
const FILLING = 200

/**
 * A person's followers, newest first, 20 a page. Throws 404 for nobody, and for a person who blocks the
 * viewer.
 */
export const followersOf = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWERS, cursor)

/** The people that this person follows, newest first, 20 a page. */
export const followedBy = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWING, cursor)

// People with a block between them and the viewer are left out and the page is filled up: only an empty page
// is the end.
async function list(
  viewer: Viewer | null,
  userId: string,
  side: Side,
  cursor?: string,
): Promise<FollowListItem[]> {
  await assertVisible(viewer, userId)
  const page: FollowListItem[] = []
  let from = cursor
  for (let size: number = PAGE.people; ; size = FILLING) {
    const rows = await readRows(userId, side, size, from)
    page.push(...(await hydrate(viewer, rows, side)))
    from = rows.at(-1)?._id.toHexString()
    if (rows.length < size || page.length >= PAGE.people) return page.slice(0, PAGE.people)
  }
}

async function assertVisible(viewer: Viewer | null, userId: string): Promise<void> {
  const hidden = viewer?.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
  if (hidden || !(await personExists(userId))) throw notFound(MESSAGES.userNotFound)
}

const readRows = (
  userId: string,
  { of, shows }: Side,
  size: number,
  cursor?: string,
): Promise<FollowDocument[]> =>
  FollowModel.find({ [of]: userId, ...before(cursor) }, { [shows]: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .hint({ [of]: 1, _id: -1 })
    .lean<FollowDocument[]>()

async function hydrate(
  viewer: Viewer | null,
  rows: FollowDocument[],
  { shows }: Side,
): Promise<FollowListItem[]> {
  const visible = rows
    .map((row) => ({ id: row[shows].toHexString(), cursor: row._id.toHexString() }))
    .filter(({ id }) => !viewer?.blocked.has(id))
  const ids = visible.map(({ id }) => id)
  const people = await loadPeople(ids, viewer ? await followedAmong(viewer.id, ids) : new Set())
  return visible.flatMap(({ id, cursor }) => {
    const person = people.get(id)
    return person ? [{ ...person, cursor }] : []
  })
}
