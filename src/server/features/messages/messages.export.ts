import { rowsOf } from '#server/platform/mongo/rows.ts'
import { ConversationModel, MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { otherOf } from './messages.present.ts'

/** A line of somebody's conversations, for their export. */
export interface ExportedMessage {
  conversationId: string
  /** The other person's id. */
  userId: string
  direction: 'sent' | 'received'
  createdAt: Date
  /** One's own words alone (DECISIONS row 42): of others' only who and when. */
  content?: string
  mediaUrl?: string | null
  mediaType?: string | null
  altText?: string | null
}

/** Every message of a person's conversations, conversation by conversation, oldest first. Erased ones say nothing and are left out. */
export async function* exportedMessages(userId: string): AsyncGenerator<ExportedMessage> {
  for await (const conversation of rowsOf(ConversationModel.find({ people: userId }, { people: 1 }).lean<ConversationDocument[]>())) {
    const { _id, people } = conversation
    const about = { conversationId: _id.toHexString(), userId: otherOf({ people }, userId) }
    for await (const message of rowsOf(MessageModel.find({ conversationId: _id, deleted: false }).sort({ seq: 1 }).lean<MessageDocument[]>())) {
      const { senderId, createdAt, content, mediaUrl, mediaType, altText } = message
      const isOwn = senderId.toHexString() === userId
      yield isOwn ? { ...about, direction: 'sent', createdAt, content, mediaUrl, mediaType, altText: altText ?? null } : { ...about, direction: 'received', createdAt }
    }
  }
}
