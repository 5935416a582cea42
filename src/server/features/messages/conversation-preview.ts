import { trusted } from 'mongoose'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeConversation, emitConversation, type Other } from './conversations.service.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { previewSeq } from './messages.present.ts'

type Receiver = Pick<Other, 'id' | 'person'>

const isUnread = (
  { readSeq }: ConversationDocument,
  { seq }: Pick<MessageDocument, 'seq'>,
  receiver: Receiver,
): boolean => seq > (readSeq[receiver.id] ?? 0)

/**
 * Updates the conversation when a message is erased, hidden or taken back: it is no longer unread, and its
 * text is no longer the preview.
 */
export async function removeFromConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  message: MessageDocument,
  sender: Viewer,
  receiver: Receiver,
): Promise<void> {
  // Not counted yet: it is already erased when it will be.
  if (message.seq > conversation.lastSeq) return
  const isPreview = message.seq === previewSeq(conversation)
  const wasUnread = isUnread(conversation, message, receiver)
  if (!isPreview && !wasUnread) return
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...(wasUnread && { [`unread.${receiver.id}`]: -1 }) },
    ...(isPreview && { $set: await previewWithout(tx, message) }),
  })
  if (wasUnread && updated.unread[receiver.id] === 0)
    await readAbout(tx, receiver.id, updated._id.toHexString())
  emitConversation(tx, updated, sender, receiver.person)
}

/**
 * A message that was taken back leaves no trace: the one before it is the preview again. When there is none, its own
 * time keeps the conversation's place in the list, which no page shows.
 */
async function previewWithout(
  tx: Transaction,
  { conversationId, seq, takenBack }: MessageDocument,
): Promise<object> {
  const before = takenBack ? await newestShown(tx, conversationId, seq) : null
  if (before) return { lastMessage: previewOf(before) }
  return {
    'lastMessage.content': '',
    'lastMessage.mediaType': null,
    ...(takenBack && { 'lastMessage.takenBack': true }),
  }
}

const newestShown = (
  tx: Transaction,
  conversationId: MessageDocument['conversationId'],
  before: number,
): Promise<MessageDocument | null> =>
  MessageModel.findOne({
    conversationId,
    seq: trusted({ $lt: before }),
    takenBack: trusted({ $ne: true }),
    notice: trusted({ $exists: false }),
  })
    .sort({ seq: -1 })
    .session(tx.session)
    .lean<MessageDocument>()

/** What the list of conversations shows of a message. */
export const previewOf = ({
  senderId,
  content,
  mediaType,
  createdAt,
  seq,
  expiresAt,
}: MessageDocument): ConversationDocument['lastMessage'] => ({
  senderId,
  content,
  mediaType,
  createdAt,
  seq,
  ...(expiresAt && { expiresAt }),
})

/** Updates the preview when the text of its message has changed. Nothing is unread because of it. */
export async function refreshPreview(
  tx: Transaction,
  conversation: ConversationDocument,
  { seq, content }: MessageDocument,
  sender: Viewer,
  receiver: Receiver,
): Promise<void> {
  if (seq !== previewSeq(conversation)) return
  const updated = await changeConversation(tx, conversation, {
    $set: { 'lastMessage.content': content },
    $inc: { rev: 1 },
  })
  emitConversation(tx, updated, sender, receiver.person)
}

/**
 * Updates the conversation when a message comes back: it is unread again if its receiver has not read so far,
 * and the preview again if nothing was written after it.
 */
export async function returnToConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  message: MessageDocument,
  sender: Viewer,
  receiver: Receiver,
): Promise<ConversationDocument> {
  // Not counted yet: it will be with its text.
  if (message.seq > conversation.lastSeq) return conversation
  const isPreview = message.seq === previewSeq(conversation)
  const unread = isUnread(conversation, message, receiver)
  if (!isPreview && !unread) return conversation
  const { content, mediaType } = message
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...(unread && { [`unread.${receiver.id}`]: 1 }) },
    ...(isPreview && { $set: { 'lastMessage.content': content, 'lastMessage.mediaType': mediaType } }),
  })
  emitConversation(tx, updated, sender, receiver.person)
  return updated
}
