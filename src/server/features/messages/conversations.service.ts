import { LRUCache } from 'lru-cache'
import { trusted, type Types } from 'mongoose'
import type { ConversationView, Disappearing } from '#contract/messages.ts'
import type { GroupMembers } from '#contract/events.ts'
import type { ActorView } from '#contract/people.ts'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { notify } from '#server/features/notifications/notices.service.ts'
import { hasUnreadAbout } from '#server/features/notifications/notifications.service.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { readableAfter } from './members.service.ts'
import { membershipOf, type Membership } from './memberships.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from './messages.model.ts'
import { presentConversation } from './messages.present.ts'
import { mayBeNotified } from './visibility.ts'
import { inSentence } from '#contract/text.ts'

/** The unique key of two people's conversation, whoever writes first. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

/** The unique key of a group, in place of the pair. */
export const groupKey = (conversationId: string): string => `group:${conversationId}`

/** Changes of one conversation run one after the other under this key: of its pair, or of its group. */
export const conversationLock = (pair: string): string => `conversation:${pair}`

/** The end of a conversation as this process knows it; another process may have written since. */
export interface Head {
  conversationId: Types.ObjectId
  lastSeq: number
  /** Who has begun it, while the other one has not accepted it. */
  requestFrom?: string
  /** Who has accepted its request. */
  acceptedBy?: string
  /**
   * After how long new messages disappear. It only changes together with `lastSeq`, so whoever writes with an
   * old value finds its seq taken, and reads both again.
   */
  disappearing?: Disappearing | undefined
  /** Of a group: its members, who also only change together with `lastSeq`. */
  members?: GroupMembers
}

// A conversation is never removed, so a cached head is at worst too low. Bounded (LIVE L17).
const heads = new LRUCache<string, Head>({
  max: 20_000,
  maxSize: 100_000,
  sizeCalculation: ({ members = {} }) => 1 + Object.keys(members).length,
})

/** The end of two people's conversation, from the cache or the store; null before the first message. */
export async function headOf(pair: string): Promise<Head | null> {
  const known = heads.get(pair)
  // A request may have been accepted in another process. What is accepted stays so.
  if (known && known.requestFrom === undefined) return known
  const head = await storedHead(pair)
  return head ? rememberHead(pair, head) : null
}

const MAX_HEADS = 200

// A crowd that follows one person asks for as many pairs.
const storedHead = batchReads<Head>({
  max: MAX_HEADS,
  async load(pairs) {
    const found = await ConversationModel.find(
      { pair: trusted({ $in: [...pairs] }) },
      { pair: 1, lastSeq: 1, 'request.from': 1, acceptedBy: 1, disappearing: 1, 'group.joined': 1 },
    ).lean()
    return new Map(found.map((conversation) => [conversation.pair, readHead(conversation)]))
  },
})

/** The end of a conversation as it was read. */
export const readHead = ({
  _id,
  lastSeq,
  request,
  acceptedBy,
  disappearing,
  group,
}: Pick<
  ConversationDocument,
  '_id' | 'lastSeq' | 'request' | 'acceptedBy' | 'disappearing' | 'group'
>): Head => ({
  conversationId: _id,
  lastSeq,
  ...(request && { requestFrom: request.from.toHexString() }),
  ...(acceptedBy && { acceptedBy: acceptedBy.toHexString() }),
  ...(disappearing && { disappearing }),
  ...(group && { members: readableAfter(group) }),
})

export function rememberHead(pair: string, head: Head): Head {
  heads.set(pair, head)
  return head
}

/**
 * Changes a conversation in a transaction, after the changes of this process that came before. `otherId`: the other
 * person, or the conversation itself if it is a group. Throws 404 for anybody who has left the group meanwhile.
 */
export const inConversation = <T>(
  viewer: Viewer,
  id: string,
  otherId: string,
  work: (tx: Transaction, conversation: ConversationDocument, own: Membership) => Promise<T>,
): Promise<T> =>
  oneAtATime(conversationLock(otherId === id ? groupKey(id) : pairOf(viewer.id, otherId)), () =>
    transact(async (tx) => {
      const conversation = await ConversationModel.findById(id).session(tx.session).lean()
      const own = conversation && membershipOf(conversation, viewer.id)
      if (!conversation || !own) throw notFound()
      return work(tx, conversation, own)
    }),
  )

/** Applies `update` and answers the new record. The caller raises `rev` in it (LIVE L2). */
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
 * A change that only this person may notice: the other one does not, not even by a `rev`. Answers the
 * person's view.
 */
export async function changePrivately(
  tx: Transaction,
  conversation: ConversationDocument,
  { viewer, other }: { viewer: Viewer; other: ActorView | null },
  update: object,
): Promise<ConversationView> {
  const changed = await changeConversation(tx, conversation, {
    ...update,
    $inc: { rev: 1, [`privateRevs.${viewer.id}`]: 1 },
  })
  emitConversationTo(tx, changed, viewer, other)
  return presentConversation(changed, viewer, other)
}

/**
 * Sends both people, or all members, their own view of the conversation: unread counts are private. `events` is the
 * transaction that writes it, or the bus when it is already committed.
 */
export function emitConversation(
  events: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  viewer: Viewer | null,
  other: Viewer | null,
): void {
  if (conversation.group)
    return events.emit('group:changed', { conversationId: conversation._id.toHexString() })
  if (viewer) emitConversationTo(events, conversation, viewer, other && cardOf(other))
  if (other) emitConversationTo(events, conversation, other, viewer && cardOf(viewer))
}

/** The same, to whoever is in it. */
export async function emitToPeople(
  events: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
): Promise<void> {
  const { people, group } = conversation
  const [one, other] = group ? [] : await Promise.all(people.map((id) => loadViewer(id.toHexString())))
  emitConversation(events, conversation, one ?? null, other ?? null)
}

/** Sends one of its people their view of the conversation. */
export const emitConversationTo = (
  events: Pick<Transaction, 'emit'>,
  conversation: ConversationDocument,
  person: Viewer,
  other: ActorView | null,
): void =>
  events.emit('conversation:updated', {
    userId: person.id,
    conversation: presentConversation(conversation, person, other),
  })

/**
 * Makes one unread notification for a chat that has unread messages, and none for one that has not (DECISIONS
 * row 58), is a request (LIVE L37) whose receiver wants no notifications of requests, or is muted by the receiver. It may run again. It writes to the
 * conversation that it reads, so that reading in another process comes before or after it, never in between.
 */
export const notifyOfChat = (
  conversationId: Types.ObjectId,
  sender: Viewer,
  receiver: Viewer,
): Promise<void> => transact((tx) => notifyInTransaction(tx, conversationId, sender, receiver))

/** The same in a transaction of the caller. */
export async function notifyInTransaction(
  tx: Transaction,
  conversationId: Types.ObjectId,
  sender: Viewer,
  receiver: Viewer,
): Promise<void> {
  const chat = await ConversationModel.findById(conversationId).session(tx.session).lean()
  const membership = chat && membershipOf(chat, receiver.id)
  if (!membership || !mayBeNotified(membership, receiver, clock.now())) return
  await ConversationModel.updateOne({ _id: conversationId }, { $inc: { told: 1 } }, { session: tx.session })
  const subject = conversationId.toHexString()
  if (await hasUnreadAbout(tx, receiver.id, subject)) return
  await notify(tx, {
    userId: receiver.id,
    actor: cardOf(sender),
    type: 'MESSAGE',
    data: {
      senderDisplayName: sender.displayName,
      senderHandle: sender.handle,
      conversationId: subject,
      senderId: sender.id,
      ...(chat.request && { isRequest: true as const }),
    },
    message: `${inSentence(sender.displayName)} ${chat.request ? 'is new to you and wrote you a message' : 'sent you a message'}`,
    subject,
  })
}

// Only 'has written' or accepted is cached, because it stays true. Bounded (LIVE L17).
const written = new LRUCache<string, true>({ max: 20_000 })

/**
 * Whether a person has accepted contact with another one: has written to them, has accepted their request, or
 * follows them. Everybody
 * else is a stranger: their messages are checked for spam, and they do not see whether the person is online
 * or typing.
 */
export const acceptsMessagesFrom = async (personId: string, otherId: string): Promise<boolean> =>
  (await hasWrittenTo(personId, otherId)) || isFollowing(personId, otherId)

/** Whether the receiver's setting lets the viewer write first. An existing conversation continues in any case. */
export const mayBeginWith = async (viewer: Viewer, { id, messagesFrom }: Viewer): Promise<boolean> =>
  messagesFrom === 'everyone' || (messagesFrom === 'followed' && (await isFollowing(id, viewer.id)))

async function hasWrittenTo(personId: string, otherId: string): Promise<boolean> {
  const key = `${personId}:${otherId}`
  if (written.has(key)) return true
  const head = await headOf(pairOf(personId, otherId))
  if (head?.acceptedBy === personId) {
    written.set(key, true)
    return true
  }
  if (!head || !(await MessageModel.exists({ conversationId: head.conversationId, senderId: personId })))
    return false
  written.set(key, true)
  return true
}
