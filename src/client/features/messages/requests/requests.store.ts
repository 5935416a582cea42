import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import {
  applyConversations,
  putConversations,
  useConversationsStore,
} from '#client/features/messages/data/conversations.store.ts'
import { api } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'

const waiting = (): ConversationView[] =>
  [...useConversationsStore.getState().records.values()].filter(({ request }) => request === 'waiting')

/** When the newest page was last asked for, epoch ms; 0: not yet. */
let newestAskedAt = 0
export const requestsReadAt = (): number => newestAskedAt
onReset(() => {
  newestAskedAt = 0
})

/** Loads a page of the shelf, newest first, and answers it. Throws ApiError. */
export async function loadRequests(before?: string): Promise<ConversationView[]> {
  if (before !== undefined) return fetchPage(before)
  const known = waiting()
  newestAskedAt = Date.now()
  try {
    const page = await fetchPage()
    hideMissing(known, page)
    return page
  } catch (error) {
    newestAskedAt = 0
    throw error
  }
}

async function fetchPage(before?: string): Promise<ConversationView[]> {
  const page = await api.get<ConversationView[]>('/api/messages/requests', { before })
  applyConversations(page)
  return page
}

/** What was known before the newest page was read, and belongs there, has left the shelf on another device. */
function hideMissing(known: readonly ConversationView[], page: readonly ConversationView[]): void {
  const listed = new Set(page.map(({ id }) => id))
  const end = page.length < PAGE.conversations ? '' : (page.at(-1)?.lastMessage?.createdAt ?? '')
  const current = useConversationsStore.getState().records
  const missing = known.filter(
    (one) =>
      !listed.has(one.id) && (one.lastMessage?.createdAt ?? '') > end && current.get(one.id)?.rev === one.rev,
  )
  // As it is shown only: its next version replaces it.
  if (missing.length > 0) putConversations(missing.map((one) => ({ ...one, request: 'declined' as const })))
}

/** Accepts or declines a request. Throws ApiError. */
export const decide = async (id: string, verb: 'accept' | 'decline'): Promise<void> =>
  applyConversations([await api.post<ConversationView>(`/api/messages/${id}/${verb}`)])
