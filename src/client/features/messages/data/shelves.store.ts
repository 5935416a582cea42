import type { ConversationView } from '#contract/messages.ts'
import { api } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'
import { conversationsIn, type Place } from './conversation-lists.ts'
import { applyConversations } from './conversations.store.ts'
import { amendMissing } from './messages.actions.ts'

/**
 * The shelves beside the list of conversations: what strangers have written, and what was archived. Calls and
 * addresses have these words.
 */
export type Shelf = Exclude<Place, 'list'>

/** What has left a shelf on another device, as it is shown until its next version. Null: a group, see `outOfList`. */
const LEFT: Record<Shelf, (one: ConversationView) => ConversationView | null> = {
  requests: (one) => (one.group ? null : { ...one, request: 'declined' }),
  archived: ({ archived: _, ...one }) => (one.group ? null : one),
}

/** When the newest page of a shelf was last asked for, epoch ms; missing: not yet. */
let newestAskedAt: Partial<Record<Shelf, number>> = {}
export const shelfReadAt = (shelf: Shelf): number => newestAskedAt[shelf] ?? 0
onReset(() => {
  newestAskedAt = {}
})

/** Loads a page of a shelf, newest first, and answers it. Throws ApiError. */
export async function loadShelf(shelf: Shelf, before?: string): Promise<ConversationView[]> {
  if (before !== undefined) return fetchPage(shelf, before)
  const known = conversationsIn(shelf)
  newestAskedAt[shelf] = Date.now()
  try {
    const page = await fetchPage(shelf)
    amendMissing(known, page, LEFT[shelf])
    return page
  } catch (error) {
    newestAskedAt[shelf] = 0
    throw error
  }
}

async function fetchPage(shelf: Shelf, before?: string): Promise<ConversationView[]> {
  const page = await api.get<ConversationView[]>(`/api/messages/${shelf}`, { before })
  applyConversations(page)
  return page
}
