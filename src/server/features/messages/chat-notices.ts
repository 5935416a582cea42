import { trusted, Types } from 'mongoose'
import { inSentence } from '#contract/text.ts'
import { counterLock, markWriting } from '#server/features/notifications/notification-counters.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { unreadAbouts } from '#server/features/notifications/notifications.service.ts'
import { clock } from '#server/platform/clock.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { memberships } from './memberships.model.ts'
import { hasUnread, memberOfPair, membershipOf, type Membership } from './memberships.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'
import { mayBeNotified } from './visibility.ts'

/** A conversation of two people in which somebody may have something new. */
interface Chat {
  conversationId: Types.ObjectId
  sender: Viewer
  receiver: Viewer
}

/**
 * Makes one unread notification for a chat that has unread messages, and none for one that has not (DECISIONS
 * row 58), is a request (LIVE L37) whose receiver wants no notifications of requests, or is muted by the receiver. It may
 * run again. It writes to the membership that it reads, so that reading and deleting come before or after it, never
 * in between.
 */
export async function notifyOfChat(
  conversationId: Types.ObjectId,
  sender: Viewer,
  receiver: Viewer,
): Promise<void> {
  const stored = await memberOfPair(conversationId, receiver.id)
  // Most messages come while an earlier one is unread.
  if (!stored || (stored.told ?? 0) > stored.readSeq) return
  // Whoever accepts a request looks for what is unread.
  const { muted = null, request = null } = stored
  if (!mayBeNotified({ muted, request }, receiver, clock.now())) return
  await submitChat(receiver.id, { conversationId, sender, receiver })
}

/** All that notify one person write the same counter: those of the same moment are one transaction. */
const submitChat = groupCommits<Chat, null>({
  lockOf: counterLock,
  async commit(tx, receiverId, chats) {
    markWriting(tx, receiverId)
    await notifyTogether(tx, chats)
    return chats.map(() => ({ result: null }))
  },
})

/** The same in a transaction of the caller. */
export const notifyInTransaction = (
  tx: Transaction,
  conversationId: Types.ObjectId,
  sender: Viewer,
  receiver: Viewer,
): Promise<void> => notifyTogether(tx, [{ conversationId, sender, receiver }])

/** The chats have one receiver. */
async function notifyTogether(tx: Transaction, chats: readonly Chat[]): Promise<void> {
  const news = await withNews(tx, chats)
  const [first] = news
  if (!first) return
  const userId = new Types.ObjectId(first.chat.receiver.id)
  const told = news.map(({ id, conversation }) => ({
    updateOne: { filter: { _id: id, userId }, update: { $max: { told: conversation.lastSeq } } },
  }))
  await memberships.bulkWrite(told, { session: tx.session })
  const subjects = news.map(({ conversation }) => conversation._id.toHexString())
  const already = await unreadAbouts(tx, first.chat.receiver.id, subjects)
  await notifyAll(
    tx,
    news.filter(({ conversation }) => !already.has(conversation._id.toHexString())).map(noticeOf),
  )
}

interface News {
  chat: Chat
  conversation: ConversationDocument
  /** Of the receiver's membership. */
  id: Types.ObjectId
  own: Membership
}

/** Those in which something is unread that may be notified; one conversation once. */
async function withNews(tx: Transaction, chats: readonly Chat[]): Promise<News[]> {
  const byId = new Map(chats.map((chat) => [chat.conversationId.toHexString(), chat]))
  const ids = [...byId.values()].map(({ conversationId }) => conversationId)
  const receiverId = new Types.ObjectId(chats[0]!.receiver.id)
  const found = await ConversationModel.find({ _id: trusted({ $in: ids }) })
    .session(tx.session)
    .lean()
  const all = await memberships
    .find({ conversationId: { $in: ids }, userId: receiverId }, { session: tx.session })
    .toArray()
  const news: News[] = []
  for (const conversation of found) {
    const chat = byId.get(conversation._id.toHexString())!
    const stored = all.find(({ conversationId }) => conversationId.equals(conversation._id))
    const own = stored && membershipOf(conversation, stored)
    if (!own || !mayBeNotified(own, chat.receiver, clock.now())) continue
    if (await hasUnread(tx, conversation, own, chat.receiver.blocked))
      news.push({ chat, conversation, id: stored._id, own })
  }
  return news
}

function noticeOf({ chat: { conversationId, sender, receiver }, own }: News): Notice {
  const subject = conversationId.toHexString()
  const isRequest = own.request !== null
  return {
    userId: receiver.id,
    actor: cardOf(sender),
    type: 'MESSAGE',
    data: {
      senderDisplayName: sender.displayName,
      senderHandle: sender.handle,
      conversationId: subject,
      senderId: sender.id,
      ...(isRequest && { isRequest: true as const }),
    },
    message: `${inSentence(sender.displayName)} ${isRequest ? 'is new to you and wrote you a message' : 'sent you a message'}`,
    subject,
  }
}
