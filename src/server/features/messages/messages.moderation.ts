import { hiding, type ModeratedKind } from '#server/platform/moderated.ts'
import { readableMessage } from './messages.list.ts'
import { hideMedia, detachMedia, showMedia } from '#server/features/media/media.uses.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { changeConversation, emitConversation } from './conversations.service.ts'
import { removeFromConversation } from './messages.erase.ts'
import {
  ConversationModel,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { presentMessage } from './messages.present.ts'

/**
 * Empties a message for both of its people, as if it were erased; `putMessageBack` brings it back. Null when
 * it says nothing.
 */
export async function hideMessage(tx: Transaction, messageId: string): Promise<MessageDocument | null> {
  const message = await MessageModel.findById(messageId).session(tx.session).lean<MessageDocument>()
  if (!message || message.deleted) return null
  await write(tx, message._id, {
    content: '',
    mediaUrl: null,
    mediaType: null,
    media: null,
    altText: null,
    deleted: true,
  })
  if (message.media) await hideMedia(tx, message.media._id, 'message', message._id)
  const { conversation, sender, receiver } = await around(tx, message)
  if (sender && conversation)
    await removeFromConversation(tx, conversation, message, sender, {
      id: message.receiverId.toHexString(),
      person: receiver,
      card: null,
    })
  return message
}

/** The message says again what it said. */
export async function restoreMessage(tx: Transaction, message: MessageDocument): Promise<void> {
  const { content, mediaUrl, mediaType, altText = null } = message
  const media = message.media
    ? await showMedia(tx, message.media._id, 'message', message._id, [message.senderId, message.receiverId])
    : null
  await write(tx, message._id, { content, mediaUrl, mediaType, media, altText, deleted: false })
  const { conversation, sender, receiver } = await around(tx, message)
  if (!sender || conversation?.lastSeq !== message.seq) return
  const last = {
    $set: { 'lastMessage.content': content, 'lastMessage.mediaType': mediaType },
    $inc: { rev: 1 },
  }
  emitConversation(tx, await changeConversation(tx, conversation, last), sender, receiver)
}

/** Its files go; the place in the sequence stays empty. */
export async function purgeMessage(tx: Transaction, { _id, media }: MessageDocument): Promise<void> {
  if (media) await detachMedia(tx, media._id, 'message', _id)
}

async function write(
  tx: Transaction,
  id: MessageDocument['_id'],
  change: Partial<MessageDocument>,
): Promise<void> {
  const changed = await MessageModel.findByIdAndUpdate(
    id,
    { $set: change, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<MessageDocument>()
  if (changed) tx.emit('message:updated', { message: presentMessage(changed) })
}

async function around(tx: Transaction, { conversationId, senderId, receiverId }: MessageDocument) {
  const [sender, receiver] = await Promise.all([
    loadViewer(senderId.toHexString()),
    loadViewer(receiverId.toHexString()),
  ])
  const conversation = await ConversationModel.findById(conversationId)
    .session(tx.session)
    .lean<ConversationDocument>()
  return { conversation, sender, receiver }
}

/** What a message says; null when it says nothing (any more). */
export async function messageText(id: string): Promise<string | null> {
  const message = await MessageModel.findById(id, { content: 1, deleted: 1 }).lean<
    Pick<MessageDocument, 'content' | 'deleted'>
  >()
  return message && !message.deleted ? message.content : null
}

export const moderatedMessage: ModeratedKind = {
  async find(viewer, id) {
    const { senderId, content, mediaUrl } = await readableMessage(viewer, id)
    return { ownerId: senderId, text: content, mediaUrl, path: null }
  },
  async current(id) {
    const text = await messageText(id)
    return text === null ? null : { text, media: null }
  },
  hiding: hiding({
    hide: hideMessage,
    restore: restoreMessage,
    purge: purgeMessage,
    shown: ({ content }) => ({ text: content, media: null }),
  }),
}
