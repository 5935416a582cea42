import { trusted } from 'mongoose'
import type { GroupMembers } from '#contract/events.ts'
import { dropAbout, withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { changeConversation, emitConversation } from './conversations.service.ts'
import { readableAfter, type Other } from './members.service.ts'
import { mentionKey } from './groups/groups.model.ts'
import { MessageModel, type ConversationDocument, type MessageDocument } from './messages.model.ts'
import { previewSeq } from './messages.present.ts'

type Receiver = Pick<Other, 'id' | 'person'>

/** For whom a message counts as unread: the other person, or those members of a group who see its words. */
export function receiversOf(
  { senderId, receiverId, seq }: Pick<MessageDocument, 'senderId' | 'receiverId' | 'seq'>,
  members: GroupMembers | undefined,
  senders?: ReadonlyMap<string, Viewer | null>,
): string[] {
  const sender = senderId.toHexString()
  if (!members) return [receiverId.toHexString()]
  return Object.keys(members).filter(
    (id) => id !== sender && members[id]! < seq && !senders?.get(sender)?.blocked.has(id),
  )
}

/** For whom a message is unread: not for a person whose account is erased. */
const unreadBy = (
  { readSeq, group }: ConversationDocument,
  message: MessageDocument,
  sender: Viewer,
  receiver: Receiver,
): string[] => {
  const all = group
    ? receiversOf(message, readableAfter(group), new Map([[sender.id, sender]]))
    : receiver.person
      ? [receiver.id]
      : []
  return all.filter((id) => message.seq > (readSeq[id] ?? 0))
}

const inUnread = (ids: readonly string[], by: 1 | -1) =>
  Object.fromEntries(ids.map((id) => [`unread.${id}`, by]))

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
  // Somebody may have been unblocked since it was counted.
  const wasUnread = unreadBy(conversation, message, sender, receiver).filter(
    (id) => (conversation.unread[id] ?? 0) > 0,
  )
  if (!isPreview && wasUnread.length === 0) return
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...inUnread(wasUnread, -1) },
    ...(isPreview && { $set: await previewWithout(tx, conversation, message) }),
  })
  if (conversation.group) for (const id of wasUnread) await withdrawKeys(tx, id, [mentionKey(message._id)])
  for (const id of wasUnread) if (updated.unread[id] === 0) await dropAbout(tx, id, updated._id.toHexString())
  emitConversation(tx, updated, sender, receiver.person)
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
  const unread = unreadBy(conversation, message, sender, receiver)
  if (!isPreview && unread.length === 0) return conversation
  const { content, mediaType } = message
  const updated = await changeConversation(tx, conversation, {
    $inc: { rev: 1, ...inUnread(unread, 1) },
    ...(isPreview && { $set: { 'lastMessage.content': content, 'lastMessage.mediaType': mediaType } }),
  })
  emitConversation(tx, updated, sender, receiver.person)
  return updated
}
