import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import { conflict, forbidden } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import {
  changeMembership,
  inConversation,
  conversationViewOf,
  type ConversationPlace,
} from './conversations.service.ts'
import { memberships } from './memberships.model.ts'
import { hasUnread, type Membership } from './memberships.ts'
import { isAskedFor, isMuted } from './visibility.ts'

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
  return changeForViewer(viewer, conversationId, () => ({ muted: { until } }))
}

/**
 * Ends the mute: the next message makes a notification again. May run again. Throws 404 for anybody who is
 * not one of the two.
 */
export const unmuteConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, ({ own }) => (isMuted(own, clock.now()) ? { muted: null } : null))

/**
 * Marks a conversation as unread for the viewer, until they read it again; it makes no notification. May run
 * again. Throws 404 for anybody who is not one of the two.
 */
export const markUnread = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, async ({ tx, conversation, own }) =>
    own.markedUnread || (await hasUnread(tx, conversation, own, viewer.blocked))
      ? null
      : { markedUnread: true },
  )

/**
 * Moves a conversation to the viewer's shelf of archived ones; a new message brings it back, unless it is
 * muted. It is no longer pinned. May run again. Throws 404 for anybody who is not one of the two, 403 for a
 * request that the viewer has not accepted.
 */
export const archiveConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, ({ own }) => {
    assertAccepted(own)
    return own.archived ? null : { archived: true, pinnedAt: null }
  })

/** Moves it back to the list. May run again. Throws 404 for anybody who is not one of the two. */
export const unarchiveConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, ({ own }) => (own.archived ? { archived: false } : null))

/**
 * Pins a conversation on top of the viewer's list, below those that are pinned already; it is no longer
 * archived. May run again. Throws 404 for anybody who is not one of the two, 403 for a request that the viewer
 * has not accepted, 409 when the viewer has pinned as many as they can.
 */
export const pinConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, async ({ tx, own }) => {
    assertAccepted(own)
    if (own.pinnedAt) return null
    // Writes to the account, so that two pins at the same moment do not both take the last place.
    await cardForWriting(tx, viewer.id)
    const pinned = { userId: new Types.ObjectId(viewer.id), pinnedAt: { $gt: new Date(0) } }
    const count = await memberships.countDocuments(pinned, { session: tx.session })
    if (count >= LIMITS.pinnedConversations) throw conflict(MESSAGES.pinsFull)
    return { pinnedAt: clock.date(), archived: false }
  })

/** Ends the pin. May run again. Throws 404 for anybody who is not one of the two. */
export const unpinConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, ({ own }) => (own.pinnedAt ? { pinnedAt: null } : null))

function assertAccepted(own: Membership): void {
  if (isAskedFor(own)) throw forbidden()
}

type Setting = Partial<Pick<Membership, 'muted' | 'markedUnread' | 'archived' | 'pinnedAt'>>

/** `change` answers null for no change. */
async function changeForViewer(
  viewer: Viewer,
  conversationId: string,
  change: (place: ConversationPlace) => Setting | null | Promise<Setting | null>,
): Promise<ConversationView> {
  await inConversation(viewer, conversationId, async (place) => {
    const setting = await change(place)
    if (setting) await set(place, viewer, { archived: place.own.archived, ...setting })
  })
  return conversationViewOf(viewer, conversationId)
}

/** What is archived is so as of now: a mute that begins or ends says nothing about earlier words. */
function set(
  { tx, conversation }: ConversationPlace,
  viewer: Viewer,
  { archived, ...setting }: Setting,
): Promise<void> {
  const fields = Object.entries({ ...setting, archivedSeq: archived ? conversation.lastSeq : null })
  const $set = Object.fromEntries(fields.filter(([, value]) => value !== null))
  const $unset = Object.fromEntries(
    fields.flatMap(([name, value]) => (value === null ? [[name, 1 as const]] : [])),
  )
  return changeMembership(tx, conversation._id, viewer.id, { $set, $unset })
}
