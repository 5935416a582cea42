import { Types, type mongo } from 'mongoose'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { announce } from './conversations.service.ts'
import { nextMessage } from './messages.append.ts'
import { ConversationModel, MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { tellOfChat } from './messages.notice.ts'
import { rememberHead } from './messages.pairs.ts'
import { presentMessage } from './messages.present.ts'

const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>
const messages = MessageModel.collection as unknown as mongo.Collection<MessageDocument>

/** The first word between two: their conversation and the message are written together. Throws the duplicate key of `pair` when there is one. */
export async function openConversation(pair: string, viewer: Viewer, receiver: Viewer, input: SendMessageInput): Promise<MessageView> {
  const people = [new Types.ObjectId(viewer.id), new Types.ObjectId(receiver.id)] as const
  const message = nextMessage({ conversationId: new Types.ObjectId(), lastSeq: 0 }, ...people, input)
  const view = presentMessage(message)
  const conversation = newConversation(pair, people, message)
  await transact(async (tx) => {
    await conversations.insertOne(conversation, { session: tx.session })
    await messages.insertOne(message, { session: tx.session })
    tx.emit('message:created', { message: view, clientId: input.clientId ?? null })
    announce(tx, conversation, viewer, receiver)
  })
  rememberHead(pair, { conversationId: conversation._id, lastSeq: 1 })
  await tellOfChat(conversation._id, viewer, receiver)
  return view
}

const newConversation = (pair: string, people: readonly Types.ObjectId[], { conversationId, senderId, receiverId, content, createdAt }: MessageDocument): ConversationDocument => ({
  _id: conversationId,
  pair,
  people: [...people],
  lastSeq: 1,
  lastMessage: { senderId, content, createdAt },
  unread: { [receiverId.toHexString()]: 1 },
  readSeq: {},
  createdAt,
  rev: 1,
})
