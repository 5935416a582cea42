import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { FollowStatusView, FollowListItem } from '#contract/people.ts'
import { blocksAround, relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import {
  accountLock,
  bumpFollowerCount,
  bumpFollowingCounts,
  followerCount,
  followersWithRoom,
  type FollowerCount,
} from '#server/features/people/users/counters.service.ts'
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { handlers } from '#server/platform/handlers.ts'
import { personExists } from '#server/features/people/users/people.service.ts'
import { clock } from '#server/platform/clock.ts'
import { isFollowing, olderThanCursor } from './follow-graph.service.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'
import { peoplePage, type PersonInList } from './people-page.service.ts'

const personNotFound = () => notFound(MESSAGES.userNotFound)

const presentStatus = ({ followers, rev }: FollowerCount, following: boolean): FollowStatusView => ({
  isFollowing: following,
  _count: { followers },
  rev,
})

/**
 * Whether the viewer follows this person, and the number of followers. Throws 404 for an unknown person, and
 * for a person who blocks the viewer.
 */
export async function followStatus(viewer: Viewer | null, followeeId: string): Promise<FollowStatusView> {
  if (viewer?.blocked.has(followeeId) && (await relationBetween(viewer.id, followeeId)).blockedBy)
    throw personNotFound()
  const [count, following] = await Promise.all([
    followerCount(followeeId),
    viewer !== null && isFollowing(viewer.id, followeeId),
  ])
  if (!count) throw personNotFound()
  return presentStatus(count, following)
}

/**
 * Follows a person; may run again. Writes the row, both counts and the notification in one transaction,
 * together with other follows of this person that arrive at the same moment. Throws 400 for oneself and beyond
 * 5,000, 403 when the viewer blocks the person, 404 for an unknown person and for a person who blocks the viewer.
 */
export async function follow(viewer: Viewer, followeeId: string): Promise<FollowStatusView> {
  if (viewer.id === followeeId) throw badRequest(MESSAGES.followSelf)
  return submitFollow(followeeId, { viewer, follows: true })
}

/** Ends a follow; may run again. Throws 404 for an unknown person. */
export const unfollow = (viewer: Viewer, followeeId: string): Promise<FollowStatusView> =>
  submitFollow(followeeId, { viewer, follows: false })

/** Whether a person follows another one from now on. */
interface FollowChange {
  viewer: Viewer
  follows: boolean
}

const submitFollow = groupCommits<FollowChange, FollowStatusView>({
  lockOf: (followeeId) => `followers:${followeeId}`,
  ownerOf: ({ viewer }) => viewer.id,
  alsoLocks: ({ viewer }, followeeId) => [accountLock(viewer.id), accountLock(followeeId)],
  async commit(tx, followeeId, entries) {
    const before = await followerCount(followeeId, tx)
    if (!before) return entries.map(() => ({ error: personNotFound() }))
    const ids = entries.map(({ viewer }) => viewer.id)
    const already = await followersAmong(tx, followeeId, ids)
    const changes = entries.filter(({ viewer, follows }) => already.has(viewer.id) !== follows)
    const wanted = changes.flatMap(({ viewer, follows }) => (follows ? viewer : []))
    const refused = await refusals(tx, wanted, followeeId)
    const added = wanted.filter(({ id }) => !refused.has(id))
    const removed = changes.flatMap(({ viewer, follows }) => (follows ? [] : viewer.id))
    const after = await writeFollows(tx, followeeId, { added, removed })
    return entries.map(({ viewer, follows }) => {
      const error = refused.get(viewer.id)
      return error ? { error } : { result: presentStatus(after ?? before, follows) }
    })
  },
})

async function followersAmong(
  { session }: Transaction,
  followeeId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await FollowModel.find(
    { followeeId, followerId: trusted({ $in: [...ids] }) },
    { _id: 0, followerId: 1 },
  )
    .session(session)
    .lean<Pick<FollowDocument, 'followerId'>[]>()
  return new Set(rows.map(({ followerId }) => followerId.toHexString()))
}

// Reads the store, not the viewers' cached sets: a block made just now counts.
async function refusals(
  tx: Transaction,
  viewers: readonly Viewer[],
  followeeId: string,
): Promise<Map<string, Error>> {
  if (viewers.length === 0) return new Map()
  const ids = viewers.map(({ id }) => id)
  const { blocking, blockedBy } = await blocksAround(tx, followeeId, ids)
  const withRoom = await followersWithRoom(tx, ids, LIMITS.following)
  return new Map(
    ids.flatMap((id): [string, Error][] => {
      // Named from the followee's side.
      if (blocking.has(id)) return [[id, personNotFound()]]
      if (blockedBy.has(id)) return [[id, forbidden(MESSAGES.blocked)]]
      return withRoom.has(id) ? [] : [[id, badRequest(MESSAGES.followTooMany)]]
    }),
  )
}

/**
 * Null when nothing changes, or the followed account is deleted. The counts come first: two processes that
 * add the same row conflict there.
 */
async function writeFollows(
  tx: Transaction,
  followeeId: string,
  { added, removed }: { added: readonly Viewer[]; removed: readonly string[] },
): Promise<FollowerCount | null> {
  if (added.length + removed.length === 0) return null
  const count = await bumpFollowerCount(tx, followeeId, added.length - removed.length)
  const addedIds = added.map(({ id }) => id)
  await bumpFollowingCounts(tx, addedIds, 1)
  await bumpFollowingCounts(tx, removed, -1)
  if (added.length > 0)
    await FollowModel.insertMany(
      addedIds.map((id) => newRow(id, followeeId)),
      {
        session: tx.session,
        lean: true,
      },
    )
  if (removed.length > 0)
    await FollowModel.deleteMany(
      { followeeId, followerId: trusted({ $in: [...removed] }) },
      { session: tx.session },
    )
  if (added.length > 0) for (const handle of followHandlers) await handle(tx, added, followeeId)
  if (removed.length > 0) for (const handle of unfollowHandlers) await handle(tx, removed, followeeId)
  for (const followerId of addedIds) tx.emit('user:followed', { followerId, followeeId })
  for (const followerId of removed) tx.emit('user:unfollowed', { followerId, followeeId })
  return count
}

const newRow = (followerId: string, followeeId: string): FollowDocument => ({
  _id: clock.id(),
  followerId: new Types.ObjectId(followerId),
  followeeId: new Types.ObjectId(followeeId),
  createdAt: clock.date(),
})

type FollowHandler = (tx: Transaction, followers: readonly Viewer[], followeeId: string) => Promise<void>
const followHandlers = handlers<FollowHandler>()

/** Registers what happens in the transaction in which these people begin to follow a person. */
export const onFollow = followHandlers.add

type UnfollowHandler = (tx: Transaction, followerIds: readonly string[], followeeId: string) => Promise<void>
const unfollowHandlers = handlers<UnfollowHandler>()

/** The same when they no longer follow the person. */
export const onUnfollow = unfollowHandlers.add

/** Removes a follow within a larger transaction (a block); does nothing when there was none. */
export async function removeFollow(tx: Transaction, followerId: string, followeeId: string): Promise<void> {
  if ((await followersAmong(tx, followeeId, [followerId])).size > 0)
    await writeFollows(tx, followeeId, { added: [], removed: [followerId] })
}

/** The field a list is about, and the field with the people it shows. */
type Side = { of: 'followeeId'; shows: 'followerId' } | { of: 'followerId'; shows: 'followeeId' }

const FOLLOWERS: Side = { of: 'followeeId', shows: 'followerId' }
const FOLLOWING: Side = { of: 'followerId', shows: 'followeeId' }

/**
 * A person's followers, newest first, 20 a page. Throws 404 for an unknown person, and for a person who
 * blocks the viewer.
 */
export const followersOf = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWERS, cursor)

/** The people that this person follows, newest first, 20 a page. */
export const followedBy = (viewer: Viewer | null, userId: string, cursor?: string) =>
  list(viewer, userId, FOLLOWING, cursor)

async function list(
  viewer: Viewer | null,
  userId: string,
  side: Side,
  cursor?: string,
): Promise<FollowListItem[]> {
  await assertVisible(viewer, userId)
  return peoplePage(viewer, cursor, {
    skeleton: (size, from) => skeleton(userId, side, size, from),
    // Leaves out people with a block between them and the viewer.
    filter: (rows) => rows.filter(({ id }) => !viewer?.blocked.has(id)),
  })
}

async function assertVisible(viewer: Viewer | null, userId: string): Promise<void> {
  const hidden = viewer?.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
  if (hidden || !(await personExists(userId))) throw notFound(MESSAGES.userNotFound)
}

async function skeleton(
  userId: string,
  { of, shows }: Side,
  size: number,
  cursor?: string,
): Promise<PersonInList[]> {
  const rows = await FollowModel.find({ [of]: userId, ...olderThanCursor(cursor) }, { [shows]: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .hint({ [of]: 1, _id: -1 })
    .lean<Pick<FollowDocument, '_id' | Side['shows']>[]>()
  return rows.map((row) => ({ id: row[shows].toHexString(), cursor: row._id.toHexString() }))
}
