import { trusted } from 'mongoose'
import { dropAbout, withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { changeConversation, emitToPeople } from './conversations.service.ts'
import { mentionKey } from './groups/groups.model.ts'
import { membershipsOf } from './memberships.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { previewSeq } from './messages.present.ts'
import { isUnread } from './visibility.ts'

/** The ids of those for whom a message is unread, as long as it is there. */
async function unreadBy(conversation: ConversationDocument, message: MessageDocument): Promise<string[]> {
  const sender = await loadViewer(message.senderId.toHexString())
  return membershipsOf(conversation).flatMap((membership) =>
    isUnread(membership, message, sender?.blocked.has(membership.userId) ?? false) ? membership.userId : [],
  )
}

/**
 * Updates the conversation when messages are erased, hidden or taken back, or have disappeared: they are no longer
 * unread, and their text is no longer the preview.
 */
export async function removeFromConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  gone: readonly MessageDocument[],
): Promise<void> {
  // Not counted yet: it is already erased when it will be.
  const counted = gone.filter(({ seq }) => seq <= conversation.lastSeq)
  const preview = counted.find(({ seq }) => seq === previewSeq(conversation))
  const less = new Map<string, number>()
  for (const message of counted)
    for (const id of await unreadBy(conversation, message)) {
      // Somebody may have been unblocked since it was counted.
      if ((less.get(id) ?? 0) < (conversation.unread[id] ?? 0)) less.set(id, (less.get(id) ?? 0) + 1)
    }
  if (!preview && less.size === 0) return
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...Object.fromEntries([...less].map(([id, count]) => [`unread.${id}`, -count])) },
    ...(preview && { $set: await previewWithout(tx, conversation, preview) }),
  })
  const keys = conversation.group ? counted.map(({ _id }) => mentionKey(_id)) : []
  for (const id of less.keys()) {
    if (keys.length > 0) await withdrawKeys(tx, id, keys)
    if (updated.unread[id] === 0) await dropAbout(tx, id, updated._id.toHexString())
  }
  await emitToPeople(tx, updated)
}

/**
 * A message that was taken back leaves no trace: the one before it is the preview again. When there is none, its own
 * time keeps the conversation's place in the list, which no page shows.
 */
async function previewWithout(
  tx: Transaction,
  { group }: ConversationDocument,
  { conversationId, seq, takenBack }: MessageDocument,
): Promise<object> {
  const before = takenBack ? await newestShown(tx, conversationId, seq) : null
  if (before) {
    const name = group && (await loadViewer(before.senderId.toHexString()))?.displayName
    return { lastMessage: previewOf(before, name) }
  }
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
    'notice.disappearing': trusted({ $exists: false }),
  })
    .sort({ seq: -1 })
    .session(tx.session)
    .lean<MessageDocument>()

/** What the list of conversations shows of a message. */
export const previewOf = (
  { senderId, content, mediaType, createdAt, seq, expiresAt, notice }: MessageDocument,
  senderName?: string,
): ConversationDocument['lastMessage'] => ({
  senderId,
  content,
  mediaType,
  createdAt,
  seq,
  ...(expiresAt && { expiresAt }),
  ...(senderName && { senderName }),
  ...(notice && 'event' in notice && { event: notice.event }),
})

/** Updates the preview when the text of its message has changed. Nothing is unread because of it. */
export async function refreshPreview(
  tx: Transaction,
  conversation: ConversationDocument,
  { seq, content }: MessageDocument,
): Promise<void> {
  if (seq !== previewSeq(conversation)) return
  const updated = await changeConversation(tx, conversation, {
    $set: { 'lastMessage.content': content },
    $inc: { rev: 1 },
  })
  await emitToPeople(tx, updated)
}

/**
 * Updates the conversation when a message comes back: it is unread again if its receiver has not read so far,
 * and the preview again if nothing was written after it.
 */
export async function returnToConversation(
  tx: Transaction,
  conversation: ConversationDocument,
  message: MessageDocument,
): Promise<ConversationDocument> {
  // Not counted yet: it will be with its text.
  if (message.seq > conversation.lastSeq) return conversation
  const isPreview = message.seq === previewSeq(conversation)
  const unread = await unreadBy(conversation, message)
  if (!isPreview && unread.length === 0) return conversation
  const { content, mediaType } = message
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...Object.fromEntries(unread.map((id) => [`unread.${id}`, 1])) },
    ...(isPreview && { $set: { 'lastMessage.content': content, 'lastMessage.mediaType': mediaType } }),
  })
  await emitToPeople(tx, updated)
  return updated
}
