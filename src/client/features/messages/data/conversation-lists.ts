import { useShallow } from 'zustand/react/shallow'
import type { ConversationView } from '#contract/messages.ts'
import { byNewest, useConversationsStore } from './conversations.store.ts'

/** Where a conversation stands: in the list, or on a shelf instead. */
export type Place = 'list' | Shelf

/**
 * The shelves beside the list of conversations: what strangers have written, and what was archived. Calls and
 * addresses have these words.
 */
export type Shelf = 'requests' | 'archived'

/** Null when it stands nowhere: it is empty, all its messages were taken back, or it is a declined request. */
function placeOf({ lastMessage, request, archived }: ConversationView): Place | null {
  if (!lastMessage || lastMessage.takenBack || request === 'declined') return null
  return request ? 'requests' : archived ? 'archived' : 'list'
}

/** The known conversations of a place, in its order. */
export const conversationsIn = (
  place: Place,
  { records } = useConversationsStore.getState(),
): ConversationView[] => [...records.values()].filter((one) => placeOf(one) === place).sort(byPlace)

/** The pinned ones first, in the order of pinning; the others by their newest message. */
const byPlace = (a: ConversationView, b: ConversationView): number =>
  pinPlace(a).localeCompare(pinPlace(b)) || byNewest(a, b)

const pinPlace = ({ pinnedAt }: ConversationView): string => pinnedAt ?? '9'

/** The ids of a place, in its order. */
export const useConversationIds = (place: Place = 'list'): string[] =>
  useConversationsStore(useShallow((state) => conversationsIn(place, state).map(({ id }) => id)))

/** The conversation with this person, if the page knows one. */
export const useConversationIdWith = (personId: string | null): string | undefined =>
  useConversationsStore(({ records }) =>
    personId
      ? [...records.values()].find(({ participants }) => participants.some(({ id }) => id === personId))?.id
      : undefined,
  )
