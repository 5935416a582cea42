import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { conflict, forbidden } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { changePrivately, inConversation } from './conversations.service.ts'
import { otherPerson } from './members.service.ts'
import { ConversationModel } from './messages.model.ts'
import type { Membership } from './memberships.ts'
import { presentConversation } from './messages.present.ts'
import { isAskedFor, isMuted } from './visibility.ts'

const HOUR = 3_600_000
const LENGTH: Record<MuteSpan, number | null> = { '1h': HOUR, '8h': 8 * HOUR, always: null }

/**
 * Mutes a conversation for the viewer from now on. Its unread messages still count. Throws 404 for anybody
 * who is not one of the two.
 */
export function muteConversation(
  viewer: Viewer,
  conversationId: string,
  span: MuteSpan,
): Promise<ConversationView> {
  const length = LENGTH[span]
  const until = length === null ? null : new Date(clock.now() + length)
  return changeForViewer(viewer, conversationId, () => ({ $set: { [`muted.${viewer.id}`]: { until } } }))
}

/**
 * Ends the mute: the next message makes a notification again. May run again. Throws 404 for anybody who is
 * not one of the two.
 */
export const unmuteConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (own) => {
    if (!isMuted(own, clock.now())) return null
    const field = `muted.${viewer.id}`
    // An ended mute shows that the messages which are unread now have made no notification.
    return own.unread > 0 ? { $set: { [field]: { until: clock.date() } } } : { $unset: { [field]: 1 } }
  })

/**
 * Marks a conversation as unread for the viewer, until they read it again; it makes no notification. May run
 * again. Throws 404 for anybody who is not one of the two.
 */
export const markUnread = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (own) =>
    own.unread > 0 || own.markedUnread ? null : { $set: { [`markedUnread.${viewer.id}`]: true } },
  )

/**
 * Moves a conversation to the viewer's shelf of archived ones; a new message brings it back, unless it is
 * muted. It is no longer pinned. May run again. Throws 404 for anybody who is not one of the two, 403 for a
 * request that the viewer has not accepted.
 */
export const archiveConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (own) => {
    assertAccepted(own)
    if (own.archived) return null
    const id = new Types.ObjectId(viewer.id)
    return { $addToSet: { archivedBy: id }, $pull: { pinnedBy: { id } } }
  })

/** Moves it back to the list. May run again. Throws 404 for anybody who is not one of the two. */
export const unarchiveConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (own) =>
    own.archived ? { $pull: { archivedBy: new Types.ObjectId(viewer.id) } } : null,
  )

/**
 * Pins a conversation on top of the viewer's list, below those that are pinned already; it is no longer
 * archived. May run again. Throws 404 for anybody who is not one of the two, 403 for a request that the viewer
 * has not accepted, 409 when the viewer has pinned as many as they can.
 */
export const pinConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, async (own, tx) => {
    assertAccepted(own)
    if (own.pinnedAt) return null
    const id = new Types.ObjectId(viewer.id)
    // Writes to the account, so that two pins at the same moment do not both take the last place.
    await cardForWriting(tx, viewer.id)
    const pinned = await ConversationModel.countDocuments({ 'pinnedBy.id': id }).session(tx.session)
    if (pinned >= LIMITS.pinnedConversations) throw conflict(MESSAGES.pinsFull)
    return { $push: { pinnedBy: { id, at: clock.date() } }, $pull: { archivedBy: id } }
  })

/** Ends the pin. May run again. Throws 404 for anybody who is not one of the two. */
export const unpinConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (own) =>
    own.pinnedAt ? { $pull: { pinnedBy: { id: new Types.ObjectId(viewer.id) } } } : null,
  )

function assertAccepted(own: Membership): void {
  if (isAskedFor(own)) throw forbidden()
}

/** `update` answers null for no change. */
async function changeForViewer(
  viewer: Viewer,
  conversationId: string,
  update: (own: Membership, tx: Transaction) => object | null | Promise<object | null>,
): Promise<ConversationView> {
  const { id, card } = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, id, async (tx, conversation, own) => {
    const change = await update(own, tx)
    return change
      ? changePrivately(tx, conversation, { viewer, other: card }, change)
      : presentConversation(conversation, viewer, card)
  })
}
