import { trusted } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from './messages.model.ts'
import { conversationLock, pairOf } from './messages.pairs.ts'
import { participantsOf } from './messages.policy.ts'
import { frozenFor, presentConversation } from './messages.present.ts'

/**
 * Everything up to `seq` is read; never goes back, and again is no change. Both are told, because each sees
 * how far the other has read. Throws 404 for who is not one of the two.
 */
export async function readConversation(
  viewer: Viewer,
  conversationId: string,
  seq: number,
): Promise<ConversationView> {
  const other = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, other.id, async (tx, conversation) => {
    const readSeq = Math.min(seq, conversation.lastSeq)
    if (readSeq <= (conversation.readSeq[viewer.id] ?? 0))
      return presentConversation(conversation, viewer, other.card)
    const unread = await unreadAfter(tx, conversation, other.id, readSeq)
    const updated = await changeConversation(tx, conversation, {
      $set: { [`readSeq.${viewer.id}`]: readSeq, [`unread.${viewer.id}`]: unread },
      $inc: { rev: 1 },
    })
    if (unread === 0) await readAbout(tx, viewer.id, conversationId)
    const view = presentConversation(updated, viewer, other.card)
    tx.emit('conversation:updated', { userId: viewer.id, conversation: view })
    // Whom the reader has blocked does not learn that they have read.
    if (other.person && !frozenFor(updated, other.person, viewer.id))
      tellPerson(tx, updated, other.person, cardOf(viewer))
    return view
  })
}

async function unreadAfter(
  tx: Transaction,
  { _id, lastSeq }: ConversationDocument,
  senderId: string,
  seq: number,
): Promise<number> {
  if (seq === lastSeq) return 0
  return MessageModel.countDocuments({
    conversationId: _id,
    seq: trusted({ $gt: seq }),
    senderId,
    deleted: false,
  }).session(tx.session)
}

/** The person at the other end of a conversation. */
export interface Other {
  id: string
  /** Null once the account is gone. */
  person: Viewer | null
  card: ActorView | null
}

/** Who talks with the viewer there. Throws 404 for who is not one of the two. */
export async function otherPerson(viewer: Viewer, conversationId: string): Promise<Other> {
  const people = await participantsOf(conversationId)
  if (!people?.includes(viewer.id)) throw notFound()
  const id = people.find((one) => one !== viewer.id) ?? viewer.id
  const person = await loadViewer(id)
  return { id, person, card: person && cardOf(person) }
}

/** Runs a change of one conversation after those that came before it, in one transaction that has read it. */
export const inConversation = <T>(
  viewer: Viewer,
  id: string,
  otherId: string,
  work: (tx: Transaction, conversation: ConversationDocument) => Promise<T>,
): Promise<T> =>
  oneAtATime(conversationLock(pairOf(viewer.id, otherId)), () =>
    transact(async (tx) => {
      const conversation = await ConversationModel.findById(id).session(tx.session).lean()
      if (!conversation) throw notFound()
      return work(tx, conversation)
    }),
  )

/** Every change raises `rev` in its own update (LIVE L2); the caller's `update` says how. */
export async function changeConversation(
  tx: Transaction,
  { _id }: ConversationDocument,
  update: object,
): Promise<ConversationDocument> {
  const updated = await ConversationModel.findByIdAndUpdate(_id, update, {
    returnDocument: 'after',
    session: tx.session,
  }).lean()
  if (!updated) throw notFound()
  return updated
}

/**
 * Both people hear of it, each by their own view: unread counts are nobody else's business. `told` is the
 * transaction it waits for, or the bus itself when it is written already.
 */
export function announce(
  told: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  viewer: Viewer,
  other: Viewer | null,
): void {
  tellPerson(told, conversation, viewer, other && cardOf(other))
  if (other) tellPerson(told, conversation, other, cardOf(viewer))
}

/** One of its two people hears how the conversation is now. */
export const tellPerson = (
  told: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  person: Viewer,
  other: ActorView | null,
): void =>
  told.emit('conversation:updated', {
    userId: person.id,
    conversation: presentConversation(conversation, person, other),
  })
