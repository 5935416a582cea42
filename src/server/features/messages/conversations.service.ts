import { LRUCache } from 'lru-cache'
import { trusted, type Types } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from './messages.model.ts'
import { frozenFor, presentConversation } from './messages.present.ts'

/** The unique key of two people's conversation, whoever writes first. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

/** Changes of one conversation go one after the other under this key. */
export const conversationLock = (pair: string): string => `conversation:${pair}`

/** Where a conversation stands, as far as this process knows: another one may have written since. */
export interface Head {
  conversationId: Types.ObjectId
  lastSeq: number
}

// A conversation is never removed, so what is known of it is at worst behind; bounded (LIVE L17).
const heads = new LRUCache<string, Head>({ max: 20_000 })

/**
 * Where these two have got to; asks the store only when this process has not seen them. Null before the first
 * word.
 */
export async function headOf(pair: string): Promise<Head | null> {
  const known = heads.get(pair)
  if (known) return known
  const conversation = await ConversationModel.findOne({ pair }, { lastSeq: 1 }).lean()
  return (
    conversation && rememberHead(pair, { conversationId: conversation._id, lastSeq: conversation.lastSeq })
  )
}

export function rememberHead(pair: string, head: Head): Head {
  heads.set(pair, head)
  return head
}

// Who talks in a conversation never changes, so a cached answer stays true. Bounded (LIVE L17).
const people = new LRUCache<string, readonly string[]>({ max: 20_000 })

/** The ids of a conversation's two people; null when there is no such conversation. */
export async function participantsOf(conversationId: string): Promise<readonly string[] | null> {
  const known = people.get(conversationId)
  if (known) return known
  const conversation = await ConversationModel.findById(conversationId, { people: 1 }).lean()
  if (!conversation) return null
  const ids = conversation.people.map((id) => id.toHexString())
  people.set(conversationId, ids)
  return ids
}

/** Only its two people read, write or listen in a conversation; to everybody else it does not exist. */
export async function canJoinConversation(viewer: Viewer | null, conversationId: string): Promise<boolean> {
  return viewer !== null && ((await participantsOf(conversationId))?.includes(viewer.id) ?? false)
}

/** The id of the other participant. Throws 404 for anybody who is not one of the two. */
export async function otherPersonIn(viewer: Viewer | null, conversationId: string): Promise<string> {
  if (!viewer || !(await canJoinConversation(viewer, conversationId))) throw notFound()
  const other = (await participantsOf(conversationId))?.find((id) => id !== viewer.id)
  if (!other) throw notFound()
  return other
}

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
      emitConversationTo(tx, updated, other.person, cardOf(viewer))
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
 * Sends both people their own view of the conversation: unread counts are private. `events` is the transaction
 * that writes it, or the bus when it is written already.
 */
export function emitConversation(
  events: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  viewer: Viewer,
  other: Viewer | null,
): void {
  emitConversationTo(events, conversation, viewer, other && cardOf(other))
  if (other) emitConversationTo(events, conversation, other, cardOf(viewer))
}

/** Sends one of the two people their view of the conversation. */
const emitConversationTo = (
  events: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  person: Viewer,
  other: ActorView | null,
): void =>
  events.emit('conversation:updated', {
    userId: person.id,
    conversation: presentConversation(conversation, person, other),
  })

// A person who has written once stays in the cache. Bounded (LIVE L17).
const written = new LRUCache<string, true>({ max: 20_000 })

/**
 * Whether a person has let another one near: has written to them, or follows them. Everybody else is a
 * stranger, whose messages are looked at for spam, and who does not hear when that person is online or
 * typing.
 */
export const welcomes = async (personId: string, otherId: string): Promise<boolean> =>
  (await hasWrittenTo(personId, otherId)) || isFollowing(personId, otherId)

async function hasWrittenTo(personId: string, otherId: string): Promise<boolean> {
  const key = `${personId}:${otherId}`
  if (written.has(key)) return true
  const head = await headOf(pairOf(personId, otherId))
  if (!head || !(await MessageModel.exists({ conversationId: head.conversationId, senderId: personId })))
    return false
  written.set(key, true)
  return true
}
