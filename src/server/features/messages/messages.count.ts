import { trusted, Types } from 'mongoose'
import type { GroupMembers } from '#contract/events.ts'
import type { MessageView } from '#contract/messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { previewOf } from './conversation-preview.ts'
import {
  conversationLock,
  emitConversation,
  groupKey,
  notifyOfChat,
  pairOf,
} from './conversations.service.ts'
import { noticesLater } from './groups/group-notices.ts'
import { readableAfter } from './members.service.ts'
import { membershipOf, membershipsOf } from './memberships.ts'
import {
  conversations,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { readLinkLater } from './message-link-card.ts'
import { countAlone, countTogether, type Count } from './message-writes.ts'
import { presentMessage, pushOf } from './messages.present.ts'
import { unveilLate } from './veiled-messages.ts'
import { isUnread, staysArchived } from './visibility.ts'

/**
 * Pushes and counts messages of one conversation that were just stored. `viewer` and `receiver` are its two
 * people, in any order.
 */
export async function countStored(
  stored: readonly MessageDocument[],
  { viewer, receiver }: { viewer: Viewer; receiver: Viewer },
): Promise<void> {
  for (const message of stored) emitCreated(bus, message)
  const last = stored.at(-1)!
  const count = await countOf(stored)
  const conversation = (count && (await countTogether(count))) ?? (await countPending(last.conversationId))
  emitConversation(bus, conversation, viewer, receiver)
  await unveilLate(conversation, stored)
  for (const message of stored) await readLinkLater(message)
  // A chat makes one notification, with its first unread message. When another process has written meanwhile,
  // the count does not tell which message was the first.
  for (const [to, from] of [[receiver, viewer] as const, [viewer, receiver] as const]) {
    const received = stored.filter((message) => message.receiverId.equals(to.id)).length
    const mayHoldFirst =
      (conversation.unread[to.id] ?? 0) <= received ||
      conversation.lastSeq !== last.seq ||
      // What was unread before came while the conversation was muted.
      membershipOf(conversation, to.id)?.muted
    if (received > 0 && mayHoldFirst) await notifyOfChat(conversation._id, from, to)
  }
}

/**
 * The same for a group, whose `members` are those of the last message. They get the message alone, without a row of the
 * list for each (LIVE L52).
 */
export async function countInGroup(
  stored: readonly MessageDocument[],
  members: GroupMembers = {},
): Promise<void> {
  const { conversationId } = stored.at(-1)!
  for (const message of stored) await emitInGroup(message, members)
  if (!(await areCounted(stored, members))) await countPending(conversationId)
  for (const message of stored) await readLinkLater(message)
  await noticesLater(conversationId)
}

async function emitInGroup(message: MessageDocument, members: GroupMembers): Promise<void> {
  const sender = await loadViewer(message.senderId.toHexString())
  emitCreated(bus, message, { members, senderName: sender?.displayName ?? '' })
}

/** Counts and pushes a message whose process may have stopped after the insert. May run again. */
export async function completeMessage(viewer: Viewer, message: MessageDocument): Promise<MessageView> {
  const receiverId = message.receiverId.toHexString()
  const isGroup = message.receiverId.equals(message.conversationId)
  const receiver = isGroup ? null : await loadViewer(receiverId)
  const lock = conversationLock(isGroup ? groupKey(receiverId) : pairOf(viewer.id, receiverId))
  await oneAtATime(lock, async () => {
    const conversation = await countPending(message.conversationId)
    const { _id, readSeq } = conversation
    await unveilLate(conversation, [message])
    await readLinkLater(message)
    if (isGroup) await noticesLater(_id)
    if (receiver && message.seq > (readSeq[receiver.id] ?? 0)) await notifyOfChat(_id, viewer, receiver)
  })
  return presentMessage(message)
}

/** Counts messages of a group; the record of fifty people does not come back. Whether they are counted. */
async function areCounted(stored: readonly MessageDocument[], members: GroupMembers): Promise<boolean> {
  const count = await countOf(stored, members)
  return count !== null && (await conversations.updateOne(count.which, count.change)).matchedCount > 0
}

/**
 * What counts messages that follow one another in their conversation: the last message, and the unread ones. Each
 * message is counted once and in the order of seq: nothing is counted when the first has been counted already, or an
 * earlier one has not, or another process has written in between. An archived conversation has to be `known`, because
 * a mute keeps it on its shelf: else `countPending` counts. Null when a message between is missing.
 */
async function countOf(
  stored: readonly MessageDocument[],
  members?: GroupMembers,
  known?: ConversationDocument,
): Promise<Count | null> {
  const [first, last] = [stored[0]!, stored.at(-1)!]
  if (last.seq - first.seq !== stored.length - 1) return null
  const unread: Record<string, number> = {}
  const senders = members && (await sendersOf(stored))
  for (const message of stored.filter(({ deleted }) => !deleted)) {
    for (const id of receiversOf(message, members, senders)) {
      const field = `unread.${id}`
      unread[field] = (unread[field] ?? 0) + 1
    }
  }
  const shown = stored.findLast(({ takenBack }) => !takenBack)
  const senderName = shown && senders?.get(shown.senderId.toHexString())?.displayName
  return {
    last: last.seq,
    which: {
      _id: last.conversationId,
      lastSeq: first.seq - 1,
      ...(known?.archivedBy?.length ? { rev: known.rev } : { 'archivedBy.0': { $exists: false } }),
    },
    change: {
      $inc: { lastSeq: stored.length, rev: 1, ...unread },
      $set: {
        ...(shown && { lastMessage: previewOf(shown, senderName) }),
        ...(known?.archivedBy && { archivedBy: stillArchivedBy(known) }),
      },
    },
  }
}

const sendersOf = async (stored: readonly MessageDocument[]): Promise<Map<string, Viewer | null>> =>
  new Map(
    await Promise.all(
      [...new Set(stored.map(({ senderId }) => senderId.toHexString()))].map(
        async (id) => [id, await loadViewer(id)] as const,
      ),
    ),
  )

/** For whom a message that is counted now is unread: nobody has read it yet. */
function receiversOf(
  message: MessageDocument,
  members: GroupMembers | undefined,
  senders: ReadonlyMap<string, Viewer | null> | undefined,
): string[] {
  const sender = senders?.get(message.senderId.toHexString())
  const all = Object.entries(members ?? { [message.receiverId.toHexString()]: 0 })
  return all.flatMap(([userId, after]) =>
    isUnread({ userId, readSeq: 0, after }, message, sender?.blocked.has(userId) ?? false) ? userId : [],
  )
}

/** Something was written: it is in the list again of those who have not muted it. */
const stillArchivedBy = (conversation: ConversationDocument): Types.ObjectId[] =>
  membershipsOf(conversation)
    .filter((membership) => staysArchived(membership, clock.now()))
    .map(({ userId }) => new Types.ObjectId(userId))

/**
 * Counts and pushes the messages that a stopped process left uncounted, or that another one is about to
 * count. An event that is sent twice changes nothing (LIVE L2).
 */
export async function countPending(conversationId: Types.ObjectId): Promise<ConversationDocument> {
  for (;;) {
    const conversation = await conversationById(conversationId)
    const uncounted = await uncountedOf(conversation)
    if (uncounted.length === 0) return conversation
    const { group } = conversation
    const count = await countOf(uncounted, group && readableAfter(group), conversation)
    const counted = count && (await countAlone(count))
    // Another process has counted some of them.
    if (!counted) continue
    for (const message of uncounted) await emitCounted(message, counted)
    await unveilLate(counted, uncounted)
    return counted
  }
}

async function uncountedOf({ _id, lastSeq }: ConversationDocument): Promise<MessageDocument[]> {
  const newer = await MessageModel.find({ conversationId: _id, seq: trusted({ $gt: lastSeq }) })
    .sort({ seq: 1 })
    .lean<MessageDocument[]>()
  const gap = newer.findIndex(({ seq }, at) => seq !== lastSeq + 1 + at)
  return gap < 0 ? newer : newer.slice(0, gap)
}

async function conversationById(id: Types.ObjectId): Promise<ConversationDocument> {
  const conversation = await conversations.findOne({ _id: id })
  if (!conversation) throw new Error(`Conversation ${id.toHexString()} has messages but no record`)
  return conversation
}

async function emitCounted(message: MessageDocument, conversation: ConversationDocument): Promise<void> {
  if (conversation.group) {
    await emitInGroup(message, readableAfter(conversation.group))
    return noticesLater(conversation._id)
  }
  emitCreated(bus, message)
  const [sender, receiver] = await Promise.all([
    loadViewer(message.senderId.toHexString()),
    loadViewer(message.receiverId.toHexString()),
  ])
  if (!sender || !receiver) return
  emitConversation(bus, conversation, sender, receiver)
  await notifyOfChat(conversation._id, sender, receiver)
}

/** The only place that emits `message:created`: on the bus, or with the commit that writes the message. */
export const emitCreated = (
  events: Pick<Transaction, 'emit'>,
  message: MessageDocument,
  inGroup: { members?: GroupMembers; senderName?: string } = {},
): void =>
  events.emit('message:created', { ...pushOf(message), clientId: message.clientId ?? null, ...inGroup })
