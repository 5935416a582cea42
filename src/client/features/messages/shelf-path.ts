import type { Shelf } from '#client/features/messages/data/conversation-lists.ts'

/** The address of the list (null) or of a shelf, with a conversation open or without. */
export function shelfPath(shelf: Shelf | null, conversationId?: string): string {
  const query = [shelf && `${shelf}=all`, conversationId && `conversation=${conversationId}`]
  return ['/messages', query.filter(Boolean).join('&')].filter(Boolean).join('?')
}

/** The shelf that an address names. */
export const shelfIn = (params: URLSearchParams): Shelf | null =>
  (['requests', 'archived'] as const).find((shelf) => params.has(shelf)) ?? null
