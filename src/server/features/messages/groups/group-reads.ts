import { trusted, Types } from 'mongoose'
import type { ConversationView } from '#contract/messages.ts'
import { readAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changePrivately } from '../conversations.service.ts'
import { MessageModel, type ConversationDocument } from '../messages.model.ts'

/** The messages of others after a seq that are neither deleted nor hidden from the viewer by a block in a group. */
export async function unreadAfter(
  tx: Transaction,
  { _id, lastSeq, group }: ConversationDocument,
  viewer: Viewer,
  seq: number,
): Promise<number> {
  if (seq === lastSeq) return 0
  const hidden = group ? [...viewer.blocked].map((id) => new Types.ObjectId(id)) : []
  return MessageModel.countDocuments({
    conversationId: _id,
    // What is stored and not yet counted will be counted by whoever stored it.
    seq: trusted({ $gt: Math.max(seq, group?.joined[viewer.id]?.after ?? 0), $lte: lastSeq }),
    senderId: trusted({ $nin: [new Types.ObjectId(viewer.id), ...hidden] }),
    deleted: false,
    notice: trusted({ $exists: false }),
  }).session(tx.session)
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
  const to = viewer.hidesReads ? [] : await receiptsFor(conversation, viewer)
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
  return others.filter((id, at) => !viewer.blocked.has(id) && viewers[at]?.hidesReads === false)
}
