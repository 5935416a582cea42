import { Types, type mongo } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { notFound } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { memberships, type MembershipDocument } from './memberships.model.ts'
import {
  loadMembers,
  membershipOf,
  otherOf,
  rowFor,
  type Membership,
  type ConversationRow,
} from './memberships.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'
import { presentConversation } from './messages.present.ts'

/** A conversation as a change in a transaction finds it. */
export interface ConversationPlace {
  tx: Transaction
  conversation: ConversationDocument
  own: Membership
  /** The other one's; null in a group and once their account is gone. */
  theirs: Membership | null
}

/** Changes a conversation in a transaction. Throws 404 for anybody who is not in it. */
export const inConversation = <T>(
  viewer: Viewer,
  id: string,
  work: (place: ConversationPlace) => Promise<T>,
): Promise<T> => transact(async (tx) => work(await placeOf(tx, viewer, id)))

/** The same in a transaction of the caller. */
export async function placeOf(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<ConversationPlace> {
  const conversation = await ConversationModel.findById(id).session(tx.session).lean()
  if (!conversation) throw notFound()
  const all = await loadMembers(tx, conversation._id)
  const stored = all.find(({ userId }) => userId.equals(viewer.id))
  const others = conversation.group ? undefined : all.find(({ userId }) => !userId.equals(viewer.id))
  if (!stored) throw notFound()
  const theirs = others ? membershipOf(conversation, others) : null
  return { tx, conversation, own: membershipOf(conversation, stored), theirs }
}

/** Applies `update`, raises the `rev` that all see, and tells all. */
export async function changeConversation(
  tx: Transaction,
  { _id }: Pick<ConversationDocument, '_id'>,
  { $inc, ...update }: { $inc?: object } & Record<string, unknown>,
): Promise<void> {
  const change = { ...update, $inc: { rev: 1, ...$inc } }
  const { matchedCount } = await ConversationModel.updateOne({ _id }, change, { session: tx.session })
  if (matchedCount === 0) throw notFound()
  tellPeople(tx, _id)
}

/** A change of what one person has of a conversation. Nobody else notices. */
export async function changeMembership(
  tx: Transaction,
  conversationId: Types.ObjectId,
  userId: string,
  update: Pick<mongo.UpdateFilter<MembershipDocument>, '$set' | '$unset'> = {},
): Promise<void> {
  await memberships.updateOne(
    { conversationId, userId: new Types.ObjectId(userId) },
    { ...update, $inc: { rev: 1 } },
    { session: tx.session },
  )
  tellPeople(tx, conversationId, [userId])
}

/** Sends these people, or all, their view of the conversation after the commit. */
export const tellPeople = (
  tx: Pick<Transaction, 'afterCommit'>,
  conversationId: Types.ObjectId,
  userIds?: readonly string[],
): void =>
  tx.afterCommit(async () => {
    try {
      await pushRows(conversationId.toHexString(), userIds)
    } catch (error) {
      // It is stored. After an outage every page resyncs (LIVE L20).
      logger.warn({ err: error }, 'Rows of a conversation were not pushed')
    }
  })

/**
 * Sends these people, or all, their view of the conversation. It is read anew after the commit: of two writers of the
 * two records that a view is made of, the later one has seen both.
 */
export async function pushRows(conversationId: string, userIds?: readonly string[]): Promise<void> {
  const conversation = await ConversationModel.findById(conversationId).lean()
  if (!conversation) return
  const ids = userIds ?? conversation.people.map((id) => id.toHexString())
  await Promise.all(ids.map((id) => pushRow(conversation, id)))
}

async function pushRow(conversation: ConversationDocument, userId: string): Promise<void> {
  const viewer = await loadViewer(userId)
  const row = viewer && (await rowFor(viewer, conversation))
  if (row) bus.emit('conversation:updated', { userId, conversation: await presentRow(viewer, row) })
}

async function presentRow(viewer: Viewer, row: ConversationRow): Promise<ConversationView> {
  const { conversation } = row
  const other = conversation.group ? null : await loadViewer(otherOf(conversation, viewer.id))
  return presentConversation(row, viewer, other && cardOf(other))
}

/** A conversation as the viewer sees it now. Throws 404 for anybody who is not in it. */
export async function conversationViewOf(viewer: Viewer, conversationId: string): Promise<ConversationView> {
  const conversation = await ConversationModel.findById(conversationId).lean()
  const row = conversation && (await rowFor(viewer, conversation))
  if (!row) throw notFound()
  return presentRow(viewer, row)
}
