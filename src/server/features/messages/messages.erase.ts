import type { MessageView } from '#contract/messages.ts'
import { detachMedia } from '#server/features/media/media.uses.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  emitConversation,
  changeConversation,
  inConversation,
  otherPerson,
  type Other,
} from './conversations.service.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { presentMessage } from './messages.present.ts'

/**
 * Erases one's own message for both: its place in the sequence stays, its content is gone from the store
 * (DECISIONS rows 34, 38). Again is no change. Throws 404 unknown, 403 the other's.
 */
export async function eraseMessage(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<MessageView> {
  const other = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, other.id, async (tx, conversation) => {
    const message = await MessageModel.findOne({ _id: messageId, conversationId }).session(tx.session).lean()
    if (!message) throw notFound()
    if (message.senderId.toHexString() !== viewer.id) throw forbidden()
    if (message.deleted) return presentMessage(message)
    const erased = await erase(tx, message)
    tx.emit('message:updated', { message: erased })
    await removeFromConversation(tx, conversation, message, viewer, other)
    return erased
  })
}

/** What is left of an erased message. */
export const ERASED_CONTENT = {
  content: '',
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: true,
} as const

async function erase(tx: Transaction, { _id, media }: MessageDocument): Promise<MessageView> {
  const erased = await MessageModel.findByIdAndUpdate(
    _id,
    { $set: ERASED_CONTENT, $inc: { rev: 1 } },
    { returnDocument: 'after', session: tx.session },
  ).lean()
  if (!erased) throw notFound()
  if (media) await detachMedia(tx, media._id, 'message', _id)
  return presentMessage(erased)
}

// What is erased can't be unread any more, nor be shown as the last message.
/** The conversation's counts and last words without this message. */
export async function removeFromConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  { seq }: MessageDocument,
  viewer: Viewer,
  other: Other,
): Promise<void> {
  // Not counted yet: when it is, it counts as what it is by then.
  if (seq > conversation.lastSeq) return
  const wasLast = seq === conversation.lastSeq
  const wasUnread = seq > (conversation.readSeq[other.id] ?? 0)
  if (!wasLast && !wasUnread) return
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...(wasUnread && { [`unread.${other.id}`]: -1 }) },
    ...(wasLast && { $set: { 'lastMessage.content': '', 'lastMessage.mediaType': null } }),
  })
  if (wasUnread && updated.unread[other.id] === 0) await readAbout(tx, other.id, updated._id.toHexString())
  emitConversation(tx, updated, viewer, other.person)
}
