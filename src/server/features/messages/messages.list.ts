import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView, ConversationWith, MessagesQuery, MessageView } from '#contract/messages.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { createdAtWithin, wholePage, type Range } from '#server/platform/cursor-pages.ts'
import { canJoinConversation, pairOf } from './conversations.service.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { canSendTo } from './messages.policy.ts'
import { frozenFor, otherOf, presentConversation, presentMessage } from './messages.present.ts'

/** The viewer's conversations, newest message first; `before` is the createdAt of the last one held. */
export async function listConversations(viewer: Viewer, before?: string): Promise<ConversationView[]> {
  const read = (range: Range) => conversationRows(viewer.id, range)
  const { rows } = await wholePage(read, before ? Date.parse(before) : null, PAGE.conversations)
  const others = await loadActors(rows.map(({ conversation }) => otherOf(conversation, viewer.id)))
  return rows.map(({ conversation }) =>
    presentConversation(conversation, viewer, others.get(otherOf(conversation, viewer.id)) ?? null),
  )
}

async function conversationRows(
  userId: string,
  range: Range,
): Promise<{ at: number; conversation: ConversationDocument }[]> {
  const { createdAt } = createdAtWithin(range)
  const found = await ConversationModel.find({
    people: userId,
    ...(createdAt && { 'lastMessage.createdAt': trusted(createdAt) }),
  })
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(range.limit ?? 0)
    .lean()
  return found.map((conversation) => ({
    at: conversation.lastMessage?.createdAt.getTime() ?? 0,
    conversation,
  }))
}

/**
 * A thread, ascending by seq: the newest page, the page below `before`, or the page above `after`, so that
 * asking on from the highest seq held walks through every message missed (LIVE L6). Throws 404 for who is not
 * one of the two.
 */
export async function listMessages(
  viewer: Viewer,
  conversationId: string,
  query: MessagesQuery,
): Promise<MessageView[]> {
  if (!(await canJoinConversation(viewer, conversationId))) throw notFound()
  const rows = await messagesPage(conversationId, query)
  return rows.sort((a, b) => a.seq - b.seq).map(presentMessage)
}

/**
 * One message that the viewer received or sent and that still says something; else 404. Blocks do not hide
 * it.
 */
export async function readableMessage(viewer: Viewer, messageId: string): Promise<MessageDocument> {
  const message = await MessageModel.findById(messageId).lean<MessageDocument>()
  if (
    !message ||
    message.deleted ||
    !(await canJoinConversation(viewer, message.conversationId.toHexString()))
  )
    throw notFound()
  return message
}

/** The one indexed read of it; exported for its explain test. */
export const messagesPage = (conversationId: string, { before, after }: MessagesQuery) =>
  MessageModel.find({
    conversationId: new Types.ObjectId(conversationId),
    seq: trusted({ $gt: after ?? 0, ...(before !== undefined && { $lt: before }) }),
  })
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.messages)
    .lean()

/**
 * The conversation with one person, null while nobody has written. Throws 400 for oneself, 404 for nobody,
 * and for who blocks the viewer where there is no thread to read.
 */
export async function conversationWith(viewer: Viewer, userId: string): Promise<ConversationWith> {
  if (userId === viewer.id) throw badRequest(MESSAGES.messageSelf)
  const [person, conversation] = await Promise.all([
    loadViewer(userId),
    ConversationModel.findOne({ pair: pairOf(viewer.id, userId) }).lean(),
  ])
  if (!person || (!conversation && (await isGoneFor(viewer, userId)))) throw notFound(MESSAGES.userNotFound)
  const card = cardOf(person)
  return {
    person: (conversation && frozenFor(conversation, viewer, userId)?.card) ?? card,
    conversation: conversation && presentConversation(conversation, viewer, card),
    can: { send: canSendTo(viewer, userId) },
  }
}

const isGoneFor = async (viewer: Viewer, userId: string): Promise<boolean> =>
  viewer.blocked.has(userId) && (await relationBetween(viewer.id, userId)).blockedBy
