import type { GroupMembers } from '#contract/events.ts'
import type { MessageView } from '#contract/messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { advance, advanceIfNew } from './conversation-preview.ts'
import { notifyOfChat } from './chat-notices.ts'
import { pushRows } from './conversations.service.ts'
import { noticesLater } from './groups/group-notices.ts'
import { membersOfGroup } from './members.service.ts'
import { memberships } from './memberships.model.ts'
import type { MessageDocument } from './messages.model.ts'
import { readLinkLater } from './message-link-card.ts'
import { presentOwn, pushOf } from './messages.present.ts'
import { unveilLate } from './veiled-messages.ts'
import { isInGroup, mustWait } from './visibility.ts'

/**
 * Pushes messages of two people that were just stored, and shows them in the conversation. `viewer` and `receiver` are
 * its two people, in any order. Their pages add the messages to the rows of their lists (LIVE L52).
 */
export async function deliverToPair(
  stored: readonly MessageDocument[],
  { viewer, receiver }: { viewer: Viewer; receiver: Viewer },
): Promise<void> {
  for (const message of stored) emitCreated(bus, message)
  const [conversation] = await Promise.all([advance(stored), moveRequest(stored)])
  const { _id, request, lastSeq } = conversation
  // Its sender has to wait now.
  if (request && mustWait({ request: 'asked' }, lastSeq)) await pushRows(_id.toHexString())
  if (!request) await unveilLate(_id, stored)
  for (const message of stored) await readLinkLater(message)
  for (const [to, from] of [[receiver, viewer] as const, [viewer, receiver] as const])
    if (stored.some((message) => message.receiverId.equals(to.id))) await notifyOfChat(_id, from, to)
}

/** The shelf of requests is in the order of the newest messages. */
async function moveRequest(stored: readonly MessageDocument[]): Promise<void> {
  const { conversationId, receiverId, createdAt, veiled } = stored.at(-1)!
  if (!veiled) return
  await memberships.updateOne(
    { conversationId, userId: receiverId, request: { $exists: true } },
    { $max: { requestAt: createdAt } },
  )
}

/** The same for a group, whose `members` are those of the last message. */
export async function deliverInGroup(
  stored: readonly MessageDocument[],
  members: GroupMembers = {},
): Promise<void> {
  for (const message of stored) await emitInGroup(message, members)
  await advance(stored)
  for (const message of stored) await readLinkLater(message)
  await noticesLater(stored.at(-1)!.conversationId)
}

async function emitInGroup(message: MessageDocument, members: GroupMembers): Promise<void> {
  const sender = await loadViewer(message.senderId.toHexString())
  emitCreated(bus, message, { members, senderName: sender?.displayName ?? '' })
}

/** Delivers a message whose process may have stopped after the insert. May run again. */
export async function completeMessage(viewer: Viewer, message: MessageDocument): Promise<MessageView> {
  const { conversationId, receiverId } = message
  const isGroup = isInGroup(message)
  const receiver = isGroup ? null : await loadViewer(receiverId.toHexString())
  const advanced = await advanceIfNew(message)
  if (advanced && isGroup) await emitInGroup(message, await membersOfGroup(conversationId))
  if (advanced && !isGroup) emitCreated(bus, message)
  await unveilLate(conversationId, [message])
  await readLinkLater(message)
  if (isGroup) await noticesLater(conversationId)
  if (receiver) await notifyOfChat(conversationId, viewer, receiver)
  return presentOwn(viewer, message)
}

/** The only place that emits `message:created`: on the bus, or with the commit that writes the message. */
export const emitCreated = (
  events: Pick<Transaction, 'emit'>,
  message: MessageDocument,
  inGroup: { members?: GroupMembers; senderName?: string } = {},
): void =>
  events.emit('message:created', { ...pushOf(message), clientId: message.clientId ?? null, ...inGroup })
