import type { ConversationView } from '#contract/messages.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changePrivately } from '../conversations.service.ts'
import type { Membership } from '../memberships.ts'
import { MessageModel, type ConversationDocument } from '../messages.model.ts'
import { shareReceipts, unreadIn } from '../visibility.ts'

/** How many messages a viewer would not have read with this membership. */
export async function unreadAfter(
  tx: Transaction,
  conversation: ConversationDocument,
  viewer: Viewer,
  own: Membership,
): Promise<number> {
  if (own.readSeq === conversation.lastSeq) return 0
  return MessageModel.countDocuments(unreadIn(conversation, own, viewer.blocked)).session(tx.session)
}

/** Writes a member's position. Only their own `rev` rises: the others get the position alone (LIVE L51). */
export async function readGroup(
  tx: Transaction,
  conversation: ConversationDocument,
  viewer: Viewer,
  { readSeq, unread }: { readSeq: number; unread: number },
): Promise<ConversationView> {
  const conversationId = conversation._id.toHexString()
  if (unread === 0) await readAbout(tx, viewer.id, conversationId)
  const to = await receiptsFor(conversation, viewer)
  if (to.length > 0) tx.emit('group:read', { conversationId, userId: viewer.id, seq: readSeq, to })
  return changePrivately(
    tx,
    conversation,
    { viewer, other: null },
    {
      $set: { [`readSeq.${viewer.id}`]: readSeq, [`unread.${viewer.id}`]: unread },
      $unset: { [`markedUnread.${viewer.id}`]: 1 },
    },
  )
}

/** The other members who may know how far this one has read: nobody without receipts, and not across a block. */
async function receiptsFor({ people }: ConversationDocument, viewer: Viewer): Promise<string[]> {
  const others = people.map((id) => id.toHexString()).filter((id) => id !== viewer.id)
  const viewers = await Promise.all(others.map((id) => loadViewer(id)))
  return viewers.flatMap((other) => (other && shareReceipts(viewer, other) ? other.id : []))
}
