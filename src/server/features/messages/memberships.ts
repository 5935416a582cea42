import { mongo, Types } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import { dropAbout } from '#server/features/notifications/withdrawal.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { memberships, type AtBlock, type MembershipDocument } from './memberships.model.ts'
import { messages, UNREAD_INDEX, type ConversationDocument } from './messages.model.ts'
import { isArchived, readUpTo, unreadIn } from './visibility.ts'

/** One person in a conversation: all that the rules of `visibility.ts` need to know about them. */
export interface Membership {
  userId: string
  /** The seq up to which they have read. */
  readSeq: number
  /** They may read what has a higher seq. 0 in a conversation of two. */
  after: number
  /** They have marked it as unread and not opened it since. */
  markedUnread: boolean
  /** They have switched off read receipts. In a group the setting of the person counts. */
  hidesReads: boolean
  /** One that has ended may stay. */
  muted: { until: Date | null } | null
  archived: boolean
  pinnedAt: Date | null
  /** They have begun it and it is not accepted, or what they have made of the other person's request. */
  request: 'asked' | 'waiting' | 'declined' | null
  /** What they see of the other person while that one blocks them. */
  atBlock: AtBlock | null
  rev: number
}

type Shared = Pick<ConversationDocument, '_id' | 'request' | 'said'>

/** A membership as it is stored, with what the conversation adds to it. */
export function membershipOf({ request, said }: Shared, stored: MembershipDocument): Membership {
  const { userId, muted = null, archivedSeq } = stored
  const asked = request?.from.equals(userId) ? ('asked' as const) : null
  return {
    userId: userId.toHexString(),
    readSeq: stored.readSeq,
    after: stored.after ?? 0,
    markedUnread: stored.markedUnread ?? false,
    hidesReads: stored.hidesReads ?? false,
    muted,
    archived: archivedSeq !== undefined && isArchived({ archivedSeq, muted }, said),
    pinnedAt: stored.pinnedAt ?? null,
    request: asked ?? stored.request ?? null,
    atBlock: stored.atBlock ?? null,
    rev: stored.rev,
  }
}

/** A membership of somebody new. */
export const newMembership = (
  conversationId: Types.ObjectId,
  userId: Types.ObjectId,
  more: Partial<MembershipDocument> = {},
): MembershipDocument => ({
  _id: clock.id(),
  conversationId,
  userId,
  readSeq: 0,
  ...more,
  rev: 0,
})

/** The memberships of a conversation, in a transaction. */
export const loadMembers = (
  tx: Transaction,
  conversationId: Types.ObjectId,
  which: object = {},
): Promise<MembershipDocument[]> =>
  memberships.find({ conversationId, ...which }, { session: tx.session }).toArray()

/** Raises the rev of memberships: what these people see of the conversation has changed. */
export const raise = (
  tx: Transaction,
  conversationId: Types.ObjectId,
  userIds: readonly string[],
): Promise<unknown> =>
  memberships.updateMany(
    { conversationId, userId: { $in: userIds.map((id) => new Types.ObjectId(id)) } },
    { $inc: { rev: 1 } },
    { session: tx.session },
  )

/** The id of the other participant. */
export const otherOf = ({ people }: Pick<ConversationDocument, 'people'>, userId: string): string =>
  people.map((id) => id.toHexString()).find((id) => id !== userId) ?? userId

/** A conversation and what one of its people has of it. */
export interface ConversationRow {
  conversation: ConversationDocument
  own: Membership
  /** Null in a group, and once the other account is gone. */
  theirs: Membership | null
  /** Unread messages, at most `LIMITS.unreadMessages`. */
  unread: number
}

/** What a person has of conversations, as the store has it now. Leaves out those that they are not in. */
export async function rowsFor(
  viewer: Pick<Viewer, 'id' | 'blocked'>,
  conversations: readonly ConversationDocument[],
): Promise<ConversationRow[]> {
  const rows = await Promise.all(conversations.map((conversation) => rowFor(viewer, conversation)))
  return rows.filter((row) => row !== null)
}

/** The same of one conversation; null for anybody who is not in it. */
export async function rowFor(
  viewer: Pick<Viewer, 'id' | 'blocked'>,
  conversation: ConversationDocument,
): Promise<ConversationRow | null> {
  const stored = (await loadMembersTogether(keyOf(conversation, viewer.id))) ?? []
  const found = (wanted: boolean) => stored.find(({ userId }) => userId.equals(viewer.id) === wanted)
  const [mine, others] = [found(true), conversation.group ? undefined : found(false)]
  if (!mine) return null
  const own = membershipOf(conversation, mine)
  // After the records: a row is never behind its `rev`.
  const unread = await countUnread(conversation, own, viewer.blocked)
  return { conversation, own, theirs: others ? membershipOf(conversation, others) : null, unread }
}

/** Both of two people, or one member of a group. */
const keyOf = ({ _id, group }: ConversationDocument, userId: string): string =>
  group ? `${_id.toHexString()}:${userId}` : _id.toHexString()

/** What one of two people has of their conversation, read together with what others ask for at the same moment. */
export const memberOfPair = async (
  conversationId: Types.ObjectId,
  userId: string,
): Promise<MembershipDocument | undefined> =>
  (await loadMembersTogether(conversationId.toHexString()))?.find((stored) => stored.userId.equals(userId))

const MAX_KEYS = 1_000

const loadMembersTogether = batchReads<MembershipDocument[]>({
  max: MAX_KEYS,
  async load(keys) {
    const ofTwo = keys.filter((key) => !key.includes(':'))
    const inGroups = keys.filter((key) => key.includes(':')).map((key) => key.split(':') as [string, string])
    const ids = (all: readonly string[]) => ({ $in: [...new Set(all)].map((id) => new Types.ObjectId(id)) })
    const which = [
      ...(ofTwo.length > 0 ? [{ conversationId: ids(ofTwo) }] : []),
      ...(inGroups.length > 0
        ? [{ conversationId: ids(inGroups.map(([id]) => id)), userId: ids(inGroups.map(([, id]) => id)) }]
        : []),
    ]
    const filter = which.length === 1 ? which[0]! : { $or: which }
    const found = await memberships.find(filter, { batchSize: 2 * MAX_KEYS }).toArray()
    const known = new Set(keys)
    return Map.groupBy(found, ({ conversationId, userId }) => {
      const id = conversationId.toHexString()
      return known.has(id) ? id : `${id}:${userId.toHexString()}`
    })
  },
})

const { EJSON } = mongo.BSON

type Counted = Pick<ConversationDocument, '_id' | 'lastSeq' | 'group'>

/** How many messages of a conversation somebody has not read, at most `LIMITS.unreadMessages`. */
export async function countUnread(
  conversation: Counted,
  own: Pick<Membership, 'userId' | 'readSeq' | 'after'>,
  blocked: ReadonlySet<string>,
  { tx, limit = LIMITS.unreadMessages }: { tx?: Transaction; limit?: number } = {},
): Promise<number> {
  if (readUpTo(own) >= conversation.lastSeq) return 0
  const filter = unreadIn(conversation, own, blocked)
  if (!tx) return (await countBatched(EJSON.stringify(filter))) ?? 0
  return messages.countDocuments(filter, { hint: UNREAD_INDEX, limit, session: tx.session })
}

const MAX_COUNTS = 50

/** Counts of several people and conversations at the same moment, in one command. */
const countBatched = batchReads<number>({
  max: MAX_COUNTS,
  async load(filters) {
    const [first = [], ...others] = filters.map((filter) => [
      { $match: EJSON.parse(filter) as object },
      { $limit: LIMITS.unreadMessages },
      { $group: { _id: filter, count: { $sum: 1 } } },
    ])
    const union = others.map((pipeline) => ({ $unionWith: { coll: messages.collectionName, pipeline } }))
    const counted = await messages
      .aggregate<{ _id: string; count: number }>([...first, ...union], { hint: UNREAD_INDEX })
      .toArray()
    return new Map(counted.map(({ _id, count }) => [_id, count]))
  },
})

/** Whether somebody has anything unread in a conversation, in a transaction. */
export const hasUnread = async (
  tx: Transaction,
  conversation: Counted,
  own: Pick<Membership, 'userId' | 'readSeq' | 'after'>,
  blocked: ReadonlySet<string>,
): Promise<boolean> => (await countUnread(conversation, own, blocked, { tx, limit: 1 })) > 0

/** Withdraws the notification of somebody for whom nothing is unread any more; the next message makes one again. */
export async function withdrawNotice(
  tx: Transaction,
  conversationId: Types.ObjectId,
  userId: string,
): Promise<void> {
  await dropAbout(tx, userId, conversationId.toHexString())
  await memberships.updateOne(
    { conversationId, userId: new Types.ObjectId(userId) },
    { $unset: { told: 1 } },
    { session: tx.session },
  )
}
