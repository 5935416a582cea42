import { trusted, type Types } from 'mongoose'
import { withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeConversation, tellPeople } from './conversations.service.ts'
import { mentionKey } from './groups/groups.model.ts'
import { memberships } from './memberships.model.ts'
import {
  hasUnread,
  loadMembers,
  membershipOf,
  raise,
  withdrawNotice,
  type Membership,
} from './memberships.ts'
import {
  ConversationModel,
  conversations,
  MessageModel,
  messages,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { advanceAlone, advanceTogether, type Advance } from './message-writes.ts'
import { previewSeq } from './messages.present.ts'
import { isInGroup, isUnread } from './visibility.ts'

/**
 * Lets a conversation show messages that follow one another and were just stored. In any order and as often as one
 * likes: it never goes back. Answers the conversation.
 */
export async function advance(stored: readonly MessageDocument[]): Promise<ConversationDocument> {
  const advanced = await advanceOf(stored)
  return (await advanceTogether(advanced)) ?? (await advanceAlone(advanced)) ?? conversationOf(advanced)
}

/** The same of a message that may be shown already: null then. */
export const advanceIfNew = async (message: MessageDocument): Promise<ConversationDocument | null> =>
  advanceAlone(await advanceOf([message]))

async function advanceOf(stored: readonly MessageDocument[]): Promise<Advance> {
  const last = stored.at(-1)!
  const shown = stored.findLast(({ takenBack }) => !takenBack)
  const sender = shown && isInGroup(shown) ? await loadViewer(shown.senderId.toHexString()) : null
  const $set = {
    lastSeq: last.seq,
    said: { seq: last.seq, at: last.createdAt },
    ...(shown && { lastMessage: previewOf(shown, sender?.displayName) }),
  }
  return { _id: last.conversationId, lastSeq: last.seq, change: { $set, $inc: { rev: 1 } } }
}

async function conversationOf({ _id }: Pick<Advance, '_id'>): Promise<ConversationDocument> {
  const conversation = await conversations.findOne({ _id })
  if (!conversation) throw new Error(`Conversation ${_id.toHexString()} has messages but no record`)
  return conversation
}

/**
 * Lets a conversation show what is stored. Whoever changes a message does it first: whoever stored the message could
 * else show later what it was.
 */
export async function settle(conversationId: Types.ObjectId): Promise<void> {
  const conversation = await ConversationModel.findById(conversationId, { lastSeq: 1 }).lean()
  const newest = await messages
    .find({ conversationId, seq: { $gt: conversation?.lastSeq ?? Infinity } })
    .sort({ seq: -1 })
    .limit(MAX_BEHIND)
    .toArray()
  if (newest.length > 0) await advance(newest.toReversed())
}

/** Above the number of messages of which the last one that is shown may be taken back. */
const MAX_BEHIND = 100

/** Those for whom some of these messages are unread, as long as they are there. */
async function unreadBy(
  tx: Transaction,
  conversation: ConversationDocument,
  some: readonly MessageDocument[],
): Promise<{ own: Membership; blocked: Viewer['blocked'] }[]> {
  const newest = Math.max(...some.map(({ seq }) => seq))
  const behind = await loadMembers(tx, conversation._id, { readSeq: { $lt: newest } })
  const found = await Promise.all(
    behind.map(async (stored) => {
      const own = membershipOf(conversation, stored)
      const blocked = (await loadViewer(own.userId))?.blocked ?? new Set<string>()
      const unread = some.some((message) =>
        isUnread(own, message, blocked.has(message.senderId.toHexString())),
      )
      return unread ? { own, blocked } : []
    }),
  )
  return found.flat()
}

/**
 * Updates the conversation when messages are erased, hidden or taken back, or have disappeared: they are no longer
 * unread, and their text is no longer the preview.
 */
export async function removeFromConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  gone: readonly MessageDocument[],
): Promise<void> {
  const { _id } = conversation
  const preview = gone.find(({ seq }) => seq === previewSeq(conversation))
  const concerned = await unreadBy(tx, conversation, gone)
  const $set = preview && (await previewWithout(tx, conversation, preview))
  const keys = conversation.group ? gone.map((message) => mentionKey(message._id)) : []
  for (const { own, blocked } of concerned) {
    await withdrawKeys(tx, own.userId, keys)
    if (!(await hasUnread(tx, conversation, own, blocked))) await withdrawNotice(tx, _id, own.userId)
  }
  await tellOfUnread(tx, conversation, concerned, $set)
}

/** Raises the rev of those for whom something is unread or no longer, or that of all with a new preview. */
async function tellOfUnread(
  tx: Transaction,
  conversation: ConversationDocument,
  concerned: readonly { own: Membership }[],
  $set: object | undefined,
): Promise<void> {
  const { _id } = conversation
  const userIds = concerned.map(({ own }) => own.userId)
  // Also with a new preview: whoever notifies them at this moment comes before or after.
  if (userIds.length > 0) await raise(tx, _id, userIds)
  if ($set) await changeConversation(tx, conversation, { $set })
  else if (userIds.length > 0) tellPeople(tx, _id, userIds)
}

/**
 * A message that was taken back leaves no trace: the one before it is the preview again. When there is none, its own
 * time keeps the conversation's place in the list, which no page shows.
 */
async function previewWithout(
  tx: Transaction,
  { group, request }: ConversationDocument,
  { conversationId, seq, takenBack }: MessageDocument,
): Promise<object> {
  const before = takenBack ? await newestShown(tx, conversationId, seq) : null
  if (before) {
    // The order of the shelf.
    if (request) await moveRequest(tx, before)
    const name = group && (await loadViewer(before.senderId.toHexString()))?.displayName
    return { lastMessage: previewOf(before, name) }
  }
  return {
    'lastMessage.content': '',
    'lastMessage.mediaType': null,
    ...(takenBack && { 'lastMessage.takenBack': true }),
  }
}

const moveRequest = (tx: Transaction, { conversationId, createdAt }: MessageDocument): Promise<unknown> =>
  memberships.updateOne(
    { conversationId, request: { $exists: true } },
    { $set: { requestAt: createdAt } },
    { session: tx.session },
  )

const newestShown = (
  tx: Transaction,
  conversationId: MessageDocument['conversationId'],
  before: number,
): Promise<MessageDocument | null> =>
  MessageModel.findOne({
    conversationId,
    seq: trusted({ $lt: before }),
    takenBack: trusted({ $ne: true }),
    'notice.disappearing': trusted({ $exists: false }),
  })
    .sort({ seq: -1 })
    .session(tx.session)
    .lean<MessageDocument>()

/** What the list of conversations shows of a message. */
export const previewOf = (
  { senderId, content, mediaType, createdAt, seq, expiresAt, notice }: MessageDocument,
  senderName?: string,
): ConversationDocument['lastMessage'] => ({
  senderId,
  content,
  mediaType,
  createdAt,
  seq,
  ...(expiresAt && { expiresAt }),
  ...(senderName && { senderName }),
  ...(notice && 'event' in notice && { event: notice.event }),
})

/** Updates the preview when the text of its message has changed. Nothing is unread because of it. */
export async function refreshPreview(
  tx: Transaction,
  conversation: ConversationDocument,
  { seq, content }: MessageDocument,
): Promise<void> {
  if (seq === previewSeq(conversation))
    await changeConversation(tx, conversation, { $set: { 'lastMessage.content': content } })
}

/**
 * Updates the conversation when a message comes back: it is unread again if its receiver has not read so far,
 * and the preview again if nothing was written after it.
 */
export async function returnToConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  message: MessageDocument,
): Promise<void> {
  const { content, mediaType } = message
  const isPreview = message.seq === previewSeq(conversation)
  const concerned = await unreadBy(tx, conversation, [message])
  const preview = { 'lastMessage.content': content, 'lastMessage.mediaType': mediaType }
  await tellOfUnread(tx, conversation, concerned, isPreview ? preview : undefined)
}
