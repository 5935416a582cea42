import { trusted, type mongo, type Types } from 'mongoose'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { announce } from './conversations.service.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { tellOfChat } from './messages.notice.ts'
import { presentMessage } from './messages.present.ts'

const conversations = ConversationModel.collection as unknown as mongo.Collection<ConversationDocument>

/**
 * Makes the conversation say what a message has changed in it: its last word, and one more unread. Each
 * message is counted once and in its turn; null when it is not this one's turn, because it has been counted
 * or an earlier one has not.
 */
export const countIn = ({
  conversationId,
  seq,
  senderId,
  receiverId,
  content,
  mediaType,
  deleted,
  createdAt,
}: MessageDocument): Promise<ConversationDocument | null> =>
  conversations.findOneAndUpdate(
    { _id: conversationId, lastSeq: seq - 1 },
    {
      $inc: { lastSeq: 1, rev: 1, [`unread.${receiverId.toHexString()}`]: deleted ? 0 : 1 },
      $set: { lastMessage: { senderId, content, mediaType, createdAt } },
    },
    { returnDocument: 'after' },
  )

/**
 * Counts and tells the messages that a process has written and not lived to count, or that another one is
 * about to: the messages are the truth, the conversation follows them. Being told twice hurts nobody (LIVE
 * L2).
 */
export async function catchUp(conversationId: Types.ObjectId): Promise<ConversationDocument> {
  let conversation = await conversationWith(conversationId)
  const uncounted = await MessageModel.find({ conversationId, seq: trusted({ $gt: conversation.lastSeq }) })
    .sort({ seq: 1 })
    .lean()
  for (const message of uncounted) {
    const counted = await countIn(message)
    if (counted) await tell(message, counted)
    conversation = counted ?? (await conversationWith(conversationId))
  }
  return conversation
}

async function conversationWith(id: Types.ObjectId): Promise<ConversationDocument> {
  const conversation = await conversations.findOne({ _id: id })
  if (!conversation) throw new Error(`Conversation ${id.toHexString()} has messages but is not there`)
  return conversation
}

async function tell(message: MessageDocument, conversation: ConversationDocument): Promise<void> {
  bus.emit('message:created', { message: presentMessage(message), clientId: message.clientId ?? null })
  const [sender, receiver] = await Promise.all([
    loadViewer(message.senderId.toHexString()),
    loadViewer(message.receiverId.toHexString()),
  ])
  if (!sender || !receiver) return
  announce(bus, conversation, sender, receiver)
  await tellOfChat(conversation._id, sender, receiver)
}
