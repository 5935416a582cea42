import { Types, trusted } from 'mongoose'
import { SENTENCES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView, ConversationWith, MessagesQuery, MessageView } from '#contract/messages.ts'
import { loadActors } from '#server/features/users/actors.service.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { ConversationModel, MessageModel, type ConversationDocument } from './messages.model.ts'
import { pairOf } from './messages.pairs.ts'
import { canJoinConversation, canSendTo } from './messages.policy.ts'
import { cardOf, otherOf, presentConversation, presentMessage } from './messages.present.ts'

/** The viewer's conversations, newest message first; `before` is the createdAt of the last one held. */
export async function listConversations(viewer: Viewer, before?: string): Promise<ConversationView[]> {
  const rows = await wholeMilliseconds(viewer.id, await conversationsPage(viewer.id, before))
  const others = await loadActors(rows.map((row) => otherOf(row, viewer.id)))
  return rows.map((row) => presentConversation(row, viewer, others.get(otherOf(row, viewer.id)) ?? null))
}

const NEWEST = { 'lastMessage.createdAt': -1, _id: -1 } as const

/** The one indexed read of it, and one row more than a page; exported for its explain test. */
export const conversationsPage = (userId: string, before?: string) =>
  ConversationModel.find({ people: userId, ...(before && { 'lastMessage.createdAt': trusted({ $lt: new Date(before) }) }) })
    .sort(NEWEST)
    .limit(PAGE.conversations + 1)
    .lean()

// The cursor is a time: a page never splits what happened in one millisecond, or the rest of it would be skipped (DECISIONS row 13).
async function wholeMilliseconds(userId: string, rows: ConversationDocument[]): Promise<ConversationDocument[]> {
  const page = rows.slice(0, PAGE.conversations)
  const [last, next] = [page.at(-1), rows[PAGE.conversations]]
  const edge = last?.lastMessage?.createdAt
  if (!last || !edge || next?.lastMessage?.createdAt.getTime() !== edge.getTime()) return page
  const rest = await ConversationModel.find({ people: userId, 'lastMessage.createdAt': edge, _id: trusted({ $lt: last._id }) }).sort(NEWEST).lean()
  return [...page, ...rest]
}

/**
 * A thread, ascending by seq: the newest page, the page below `before`, or the page above `after`, so that asking on from
 * the highest seq held walks through every message missed (LIVE L6). Throws 404 for who is not one of the two.
 */
export async function listMessages(viewer: Viewer, conversationId: string, query: MessagesQuery): Promise<MessageView[]> {
  if (!(await canJoinConversation(viewer, conversationId))) throw notFound()
  const rows = await messagesPage(conversationId, query)
  return rows.sort((a, b) => a.seq - b.seq).map(presentMessage)
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

/** The conversation with one person, null while nobody has written. Throws 400 for oneself, 404 for nobody. */
export async function conversationWith(viewer: Viewer, userId: string): Promise<ConversationWith> {
  if (userId === viewer.id) throw badRequest(SENTENCES.messageSelf)
  const [person, conversation] = await Promise.all([loadViewer(userId), ConversationModel.findOne({ pair: pairOf(viewer.id, userId) }).lean()])
  if (!person) throw notFound(SENTENCES.userNotFound)
  const card = cardOf(person)
  return {
    person: card,
    conversation: conversation && presentConversation(conversation, viewer, card),
    can: { send: canSendTo(viewer, userId) },
  }
}
