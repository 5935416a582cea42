import type { Shelf } from '#client/features/messages/data/shelves.store.ts'

const PARAMS: Record<Shelf, string> = { waiting: 'requests', archived: 'archived' }

/** The address of the list (null) or of a shelf, with a conversation open or without. */
export function shelfPath(shelf: Shelf | null, conversationId?: string): string {
  const query = new URLSearchParams({
    ...(shelf && { [PARAMS[shelf]]: 'all' }),
    ...(conversationId && { conversation: conversationId }),
  }).toString()
  return query ? `/messages?${query}` : '/messages'
}

/** The shelf that an address names. */
export const shelfIn = (params: URLSearchParams): Shelf | null =>
  (Object.keys(PARAMS) as Shelf[]).find((shelf) => params.has(PARAMS[shelf])) ?? null
