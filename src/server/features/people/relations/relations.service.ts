import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { FollowListItem, RelationStatusView, RelationView } from '#contract/people.ts'
import { olderThanCursor, isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { removeFollow } from '#server/features/people/follows/follows.service.ts'
import { peoplePage, type PersonInList } from '#server/features/people/follows/people-page.service.ts'
import { accountLock, lockAccounts } from '#server/features/people/users/counters.service.ts'
import { personExists } from '#server/features/people/users/people.service.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { underAll } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { blockersAmong, relationBetween } from './hidden-people.service.ts'
import { RelationModel, type RelationDocument, type RelationKind } from './relations.model.ts'
import { handlers } from '#server/platform/handlers.ts'

/** A block that this transaction makes or ends. */
export interface BlockChange {
  blockerId: string
  blockedId: string
  isBlocked: boolean
}

type BlockHandler = (tx: Transaction, change: BlockChange) => Promise<void>

const blockHandlers = handlers<BlockHandler>()

/** Registers what a domain writes in the transaction of a block or its end. */
export const onBlock = blockHandlers.add

async function handleBlock(tx: Transaction, change: BlockChange): Promise<void> {
  // One after the other: a transaction runs one operation at a time.
  for (const handle of blockHandlers) await handle(tx, change)
}

const REFUSALS = {
  mute: { self: MESSAGES.muteSelf, tooMany: MESSAGES.muteTooMany },
  block: { self: MESSAGES.blockSelf, tooMany: MESSAGES.blockTooMany },
} as const

/**
 * Mutes or blocks a person; may run again. A block ends both follows in the same transaction. Throws 400 for
 * oneself and beyond 5,000, 404 for an unknown person.
 */
export async function hidePerson(
  viewer: Viewer,
  otherId: string,
  kind: RelationKind,
): Promise<RelationStatusView> {
  if (viewer.id === otherId) throw badRequest(REFUSALS[kind].self)
  return underAll(accountsOf(kind, viewer.id, otherId).map(accountLock), () =>
    transact(async (tx) => {
      await claim(tx, viewer.id, otherId, kind)
      if (await isNew(tx, viewer.id, otherId, kind)) await writeRelation(tx, viewer.id, otherId, kind)
      return statusOf(tx, viewer.id, otherId)
    }),
  )
}

/** Ends a mute or a block; may run again. Follows do not come back. */
export async function unhidePerson(
  viewer: Viewer,
  otherId: string,
  kind: RelationKind,
): Promise<RelationStatusView> {
  return transact(async (tx) => {
    const { deletedCount } = await RelationModel.deleteOne(
      { userId: viewer.id, otherId, kind },
      { session: tx.session },
    )
    if (deletedCount > 0) {
      tx.emit('relation:changed', { userId: viewer.id, otherId, hidden: false, kind })
      if (kind === 'block')
        await handleBlock(tx, { blockerId: viewer.id, blockedId: otherId, isBlocked: false })
    }
    return statusOf(tx, viewer.id, otherId)
  })
}

/**
 * The people whom the viewer mutes or blocks, newest first, 20 a page. Who blocks the viewer is left out as long
 * as that block lasts: such a person does not exist for the viewer anywhere else either.
 */
export const hiddenBy = (viewer: Viewer, kind: RelationKind, cursor?: string): Promise<FollowListItem[]> =>
  peoplePage(viewer, cursor, {
    skeleton: (size, from) => hiddenRows(viewer.id, kind, size, from),
    async filter(rows) {
      const blockers = await blockersAmong(
        viewer.id,
        rows.map(({ id }) => id),
      )
      return rows.filter(({ id }) => !blockers.has(id))
    },
  })

async function hiddenRows(
  userId: string,
  kind: RelationKind,
  size: number,
  from?: string,
): Promise<PersonInList[]> {
  const rows = await RelationModel.find({ userId, kind, ...olderThanCursor(from) }, { otherId: 1 })
    .sort({ _id: -1 })
    .limit(size)
    .hint({ userId: 1, kind: 1, _id: -1 })
    .lean<Pick<RelationDocument, '_id' | 'otherId'>[]>()
  return rows.map((row) => ({ id: row.otherId.toHexString(), cursor: row._id.toHexString() }))
}

// A follow at the same moment must conflict with the block; for a mute only the count must be right.
const accountsOf = (kind: RelationKind, userId: string, otherId: string): string[] =>
  kind === 'block' ? [userId, otherId] : [userId]

async function claim(tx: Transaction, userId: string, otherId: string, kind: RelationKind): Promise<void> {
  const claimed = await lockAccounts(tx, accountsOf(kind, userId, otherId))
  if (!claimed || !(await personExists(otherId))) throw notFound(MESSAGES.userNotFound)
}

async function isNew(tx: Transaction, userId: string, otherId: string, kind: RelationKind): Promise<boolean> {
  return !(await RelationModel.exists({ userId, otherId, kind }).session(tx.session))
}

async function writeRelation(
  tx: Transaction,
  userId: string,
  otherId: string,
  kind: RelationKind,
): Promise<void> {
  const count = await RelationModel.countDocuments({ userId, kind }, { session: tx.session })
  if (count >= LIMITS.hiddenPeople) throw badRequest(REFUSALS[kind].tooMany)
  const row = {
    _id: clock.id(),
    userId: new Types.ObjectId(userId),
    otherId: new Types.ObjectId(otherId),
    kind,
    createdAt: clock.date(),
  }
  await RelationModel.insertMany([row], { session: tx.session, lean: true })
  tx.emit('relation:changed', { userId, otherId, hidden: true, kind })
  if (kind === 'mute') return
  await removeFollow(tx, userId, otherId)
  await removeFollow(tx, otherId, userId)
  await handleBlock(tx, { blockerId: userId, blockedId: otherId, isBlocked: true })
}

/** What lies between the viewer and a person, as its push says it. */
export async function relationWith({ id }: Viewer, otherId: string): Promise<RelationView> {
  const [{ mutes, blocks, blockedBy }, follows] = await Promise.all([
    relationBetween(id, otherId),
    isFollowing(id, otherId),
  ])
  return { muted: mutes, blocked: blocks || blockedBy, follows }
}

async function statusOf(tx: Transaction, userId: string, otherId: string): Promise<RelationStatusView> {
  const { mutes, blocks } = await relationBetween(userId, otherId, tx)
  return { muted: mutes, blocked: blocks }
}
