import { LRUCache } from 'lru-cache'
import type { Viewer } from '#server/platform/viewer.ts'
import { ConversationModel } from './messages.model.ts'

/** Neither has blocked the other. Existence is checked where the receiver is loaded. */
export const canSendTo = (viewer: Viewer, receiverId: string): boolean =>
  viewer.id !== receiverId && !viewer.blocked.has(receiverId)

// Who talks in a conversation never changes, so what is known stays true; bounded (LIVE L17).
const people = new LRUCache<string, readonly string[]>({ max: 20_000 })

/** The ids of a conversation's two people; null when there is no such conversation. */
export async function participantsOf(conversationId: string): Promise<readonly string[] | null> {
  const known = people.get(conversationId)
  if (known) return known
  const conversation = await ConversationModel.findById(conversationId, { people: 1 }).lean()
  if (!conversation) return null
  const ids = conversation.people.map((id) => id.toHexString())
  people.set(conversationId, ids)
  return ids
}

/** Only its two people read, write or listen in a conversation; to everybody else it does not exist. */
export async function canJoinConversation(viewer: Viewer | null, conversationId: string): Promise<boolean> {
  return viewer !== null && ((await participantsOf(conversationId))?.includes(viewer.id) ?? false)
}
