import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { stateOf } from '#client/live/list/list-state.ts'
import { catchUp, hasMore, openList, fetchMore, seedList } from '#client/live/list/live-list.ts'
import { pageOf, type Listed, type Page } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { onReset } from '#client/live/registry.ts'
import { conversationsIn, type Place } from './conversation-lists.ts'
import {
  applyConversations,
  applyNewestConversations,
  conversationOf,
  putConversations,
  removeConversations,
  useConversationsStore,
  lastWrittenAt,
} from './conversations.store.ts'
import { fetchConversations } from './messages.api.ts'
import { dropThreads } from './threads.store.ts'

const keyOf = (place: Place) => `conversations: ${place}`
const LIST = keyOf('list')

/** When the list was read, epoch ms; 0: it was not. */
export const conversationsReadAt = (): number => stateOf(LIST).askedAt

/** The list or a shelf, newest first. The rows are in the store: where each one stands follows from its record. */
export const conversationsOf = (place: Place): ListSource<Listed> => ({
  key: keyOf(place),
  // Pushes keep it true, also while it is not shown.
  fresh: Infinity,
  isUnchanged: isUnchangedAtReady,
  read: async (before, signal) => {
    const known = conversationsIn(place)
    const { kept } = useConversationsStore.getState()
    const page = await fetchConversations(place, before, signal)
    signal.throwIfAborted()
    const isNewest = place === 'list' && before === undefined
    if (!isNewest) applyConversations(page)
    else {
      applyNewestConversations(page)
      const pinned = known.filter(({ pinnedAt }) => pinnedAt)
      amendMissing(pinned, page, ({ pinnedAt: _, ...one }) => one, '')
      amendMissing(kept?.conversations ?? [], page, () => null)
    }
    // A pinned one is always in the newest page, and in no other.
    const here = known.filter((one) => !before || (lastWrittenAt(one) < before && !one.pinnedAt))
    amendMissing(here, page, (one) => (one.group ? null : LEFT[place](one)))
    return pageIn(page)
  },
})

/** Puts the first page of a server-rendered document into the list. `askedAt`: when it was read, epoch ms. */
export function seedConversations(page: readonly ConversationView[], askedAt: number): void {
  seedList(LIST, pageIn(page), askedAt)
  applyNewestConversations(page)
}

const pageIn = (page: readonly ConversationView[]): Page<Listed> => ({
  rows: page.map(({ id }) => ({ id })),
  next: pageOf(page, PAGE.conversations, ({ lastMessage }) => lastMessage?.createdAt).next,
})

let isHeld = false
onReset(() => {
  isHeld = false
})

/** The badge adds up the list: it takes part in every resync from now on, whether it is shown or not. */
export function holdConversations(): void {
  if (isHeld) return
  isHeld = true
  openList(conversationsOf('list'))
}

/** Reads the list again. Throws ApiError. */
export function refetchConversations(): Promise<void> {
  holdConversations()
  return catchUp(LIST)
}

/** Reads on as far down as the page knows groups: nothing tells of one that the viewer has left. Throws ApiError. */
export async function refetchGroups(): Promise<void> {
  const groups = conversationsIn('list').filter(({ group }) => group)
  const isBelow = (end = '') => groups.some((one) => lastWrittenAt(one) < end && conversationOf(one.id))
  while (hasMore(LIST) && isBelow(stateOf(LIST).pages.at(-1)?.next)) await fetchMore(LIST)
}

/**
 * What has left a place on another device, as it is shown until its next version. Nothing tells of a group that the
 * viewer has left or was removed from; any other conversation may be open.
 */
const LEFT: Record<Place, (one: ConversationView) => ConversationView> = {
  list: ({ pinnedAt: _, ...one }) => ({ ...one, lastMessage: null, unreadCount: 0 }),
  requests: (one) => ({ ...one, request: 'declined' }),
  archived: ({ archived: _, ...one }) => one,
}

/**
 * Changes what was `known` before a page was read and belongs there, but is not in it. Null removes it. `end`: where the
 * page ends.
 */
function amendMissing(
  known: readonly ConversationView[],
  page: readonly ConversationView[],
  change: (one: ConversationView) => ConversationView | null,
  end = page.length < PAGE.conversations ? '' : lastWrittenAt(page.at(-1)!),
): void {
  const listed = new Set(page.map(({ id }) => id))
  const current = useConversationsStore.getState().records
  const isUnchanged = ({ id, rev, lastSeq }: ConversationView) => {
    const now = current.get(id)
    return now?.rev === rev && now.lastSeq === lastSeq
  }
  const missing = known.filter((one) => !listed.has(one.id) && lastWrittenAt(one) > end && isUnchanged(one))
  const changed = missing.flatMap((one) => change(one) ?? [])
  if (changed.length > 0) putConversations(changed)
  if (changed.length === missing.length) return
  const gone = missing.filter((one) => !change(one)).map(({ id }) => id)
  removeConversations(gone)
  dropThreads(gone)
}
