import { Types, type mongo } from 'mongoose'
import type { MessageView } from '#contract/messages.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { announce } from './conversations.service.ts'
import { nextMessage } from './messages.append.ts'
import { withMedia, type Draft } from './messages.media.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { tellOfChat } from './messages.notice.ts'
import { rememberHead } from './messages.pairs.ts'
import { presentMessage } from './messages.present.ts'

const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/**
 * The first word between two: their conversation and the message are written together. Throws the duplicate
 * key of `pair` when there is one.
 */
export async function openConversation(
  pair: string,
  viewer: Viewer,
  receiver: Viewer,
  draft: Draft,
): Promise<MessageView> {
  const people = [new Types.ObjectId(viewer.id), new Types.ObjectId(receiver.id)] as const
  const words = nextMessage({ conversationId: new Types.ObjectId(), lastSeq: 0 }, ...people, draft)
  const view = await transact(async (tx) => {
    const message = await withMedia(tx, words, draft)
    const conversation = newConversation(pair, people, message)
    await conversations.insertOne(conversation, { session: tx.session })
    await messages.insertOne(message, { session: tx.session })
    tx.emit('message:created', { message: presentMessage(message), clientId: draft.clientId ?? null })
    announce(tx, conversation, viewer, receiver)
    return presentMessage(message)
  })
  rememberHead(pair, { conversationId: words.conversationId, lastSeq: 1 })
  await tellOfChat(words.conversationId, viewer, receiver)
  return view
}

const newConversation = (
  pair: string,
  people: readonly Types.ObjectId[],
  { conversationId, senderId, receiverId, content, mediaType, createdAt }: MessageDocument,
): ConversationDocument => ({
  _id: conversationId,
  pair,
  people: [...people],
  lastSeq: 1,
  lastMessage: { senderId, content, mediaType, createdAt },
  unread: { [receiverId.toHexString()]: 1 },
  readSeq: {},
  createdAt,
  rev: 1,
})
