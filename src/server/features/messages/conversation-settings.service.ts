import type { ConversationView, MuteSpan } from '#contract/messages.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changePrivately, inConversation, otherPerson } from './conversations.service.ts'
import type { ConversationDocument } from './messages.model.ts'
import { isMutedBy, presentConversation, unreadFor } from './messages.present.ts'

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
  const until = length === null ? null : new Date(Date.now() + length)
  return changeForViewer(viewer, conversationId, () => ({ $set: { [`muted.${viewer.id}`]: { until } } }))
}

/**
 * Ends the mute: the next message makes a notification again. May run again. Throws 404 for anybody who is
 * not one of the two.
 */
export const unmuteConversation = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (conversation) => {
    if (!isMutedBy(conversation, viewer.id)) return null
    const field = `muted.${viewer.id}`
    // An ended mute tells that the messages which are unread now have made no notification.
    return (conversation.unread[viewer.id] ?? 0) > 0
      ? { $set: { [field]: { until: new Date() } } }
      : { $unset: { [field]: 1 } }
  })

/**
 * Marks a conversation as unread for the viewer, until they read it again; it makes no notification. May run
 * again. Throws 404 for anybody who is not one of the two.
 */
export const markUnread = (viewer: Viewer, conversationId: string): Promise<ConversationView> =>
  changeForViewer(viewer, conversationId, (conversation) =>
    unreadFor(conversation, viewer.id) > 0 ? null : { $set: { [`markedUnread.${viewer.id}`]: true } },
  )

/** `update` answers null for no change. */
async function changeForViewer(
  viewer: Viewer,
  conversationId: string,
  update: (conversation: ConversationDocument) => object | null,
): Promise<ConversationView> {
  const { id, card } = await otherPerson(viewer, conversationId)
  return inConversation(viewer, conversationId, id, async (tx, conversation) => {
    const change = update(conversation)
    return change
      ? changePrivately(tx, conversation, { viewer, other: card }, change)
      : presentConversation(conversation, viewer, card)
  })
}
