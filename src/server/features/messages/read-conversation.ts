import type { ConversationView } from '#contract/messages.ts'
import { markReadAbout } from '#server/features/notifications/notifications.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { newestSeq } from './conversation-heads.ts'
import {
  changeMembership,
  inConversation,
  conversationViewOf,
  type ConversationPlace,
} from './conversations.service.ts'
import { hasUnread } from './memberships.ts'
import { learnsOfReading, shareReceipts } from './visibility.ts'

/**
 * Marks everything up to `seq` as read; never goes back, and may run again. Who may know how far the reader has read
 * gets the change. Throws 404 for anybody who is not in the conversation.
 */
export async function markConversationRead(
  viewer: Viewer,
  conversationId: string,
  seq: number,
): Promise<ConversationView> {
  await inConversation(viewer, conversationId, (place) => markRead(viewer, place, seq))
  return conversationViewOf(viewer, conversationId)
}

async function markRead(viewer: Viewer, place: ConversationPlace, seq: number): Promise<void> {
  const { tx, conversation, own } = place
  const { _id, lastSeq, group } = conversation
  // Its push may come before the conversation shows a message.
  const readSeq = Math.min(seq, seq > lastSeq ? await newestSeq(_id, tx) : lastSeq)
  if (readSeq <= own.readSeq) {
    if (own.markedUnread) await changeMembership(tx, _id, viewer.id, { $unset: { markedUnread: 1 } })
    return
  }
  // The job has not come to this conversation yet: the other one sees no position from now on.
  const beginsToHide = !group && viewer.hidesReads && !own.hidesReads
  await changeMembership(tx, _id, viewer.id, {
    $set: { readSeq, ...(beginsToHide && { hidesReads: true }) },
    // New words may have taken it out of the archive.
    $unset: { markedUnread: 1, ...(!own.archived && { archivedSeq: 1 }) },
  })
  if (!(await hasUnread(tx, conversation, { ...own, readSeq }, viewer.blocked)))
    await markReadAbout(tx, viewer.id, _id.toHexString())
  if (group) await tellMembers(viewer, place, readSeq)
  else await tellOther(viewer, place)
}

/** Who has sent a request, is blocked by the reader or gets no receipts does not learn of it, not even by a `rev`. */
async function tellOther(
  viewer: Viewer,
  { tx, conversation, own, theirs }: ConversationPlace,
): Promise<void> {
  const other = theirs && (await loadViewer(theirs.userId))
  if (other && learnsOfReading(theirs, own, other.blocked.has(viewer.id)))
    await changeMembership(tx, conversation._id, other.id)
}

/** The others get the position alone: nobody without receipts, and not across a block (LIVE L51). */
async function tellMembers(
  viewer: Viewer,
  { tx, conversation }: ConversationPlace,
  seq: number,
): Promise<void> {
  const others = conversation.people.map((id) => id.toHexString()).filter((id) => id !== viewer.id)
  const members = await Promise.all(others.map((id) => loadViewer(id)))
  const to = members.flatMap((other) => (other && shareReceipts(viewer, other) ? other.id : []))
  const conversationId = conversation._id.toHexString()
  if (to.length > 0) tx.emit('group:read', { conversationId, userId: viewer.id, seq, to })
}
