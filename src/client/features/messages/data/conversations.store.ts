import { useShallow } from 'zustand/react/shallow'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { createCollection } from '#client/live/collection.ts'
import type { Records } from '#client/live/records.ts'
import { rememberSpoken, withSpoken } from './pushed-messages.ts'
import { serverNow } from '#client/ui/server-time.ts'

interface ConversationsExtra {
  /** The newest page of the list has been applied. */
  isListed: boolean
  /** What this browser has kept of the list, and when; null once the newest page is here (LIVE L53). */
  kept: { at: number; conversations: readonly ConversationView[] } | null
  /** Read by the viewer but not yet confirmed by the server: seq by conversation, laid over the record. */
  readUpTo: ReadonlyMap<string, number>
}
type ConversationsState = { records: Records<ConversationView> } & ConversationsExtra

/** Every conversation the page knows of, as the viewer sees it. */
const conversations = createCollection<ConversationView, ConversationsExtra>({
  limit: 2000,
  keepFirst: byNewest,
  // The other person's card, and whether the viewer may write.
  replacesSame: true,
  extra: { isListed: false, kept: null, readUpTo: new Map() },
  derive: (records, { readUpTo }) => ({ readUpTo: pruned(readUpTo, records) }),
})
export const useConversationsStore = conversations.use

/** Stores rows that are new or not older, with the messages that came by a push. */
export const applyConversations = (rows: readonly ConversationView[]): void =>
  conversations.apply(rows.map(withSpoken))

/**
 * Adds a pushed message to its row. False when the row is not known, or messages before it are missing: then the
 * list is to be fetched.
 */
export function applySpoken(message: MessageView, senderName: string | undefined): boolean {
  rememberSpoken(message, senderName)
  const row = conversations.get(message.conversationId)
  if (!row) return false
  const next = withSpoken(row)
  if (next !== row) conversations.put([next])
  return next.lastSeq >= message.seq
}

/** The viewer is no longer in it. */
export const removeConversation = conversations.markDeleted

export const putConversations = conversations.put
export const removeConversations = conversations.remove

/** Applies the newest page of the list. */
export function applyNewestConversations(page: readonly ConversationView[]): void {
  applyConversations(page)
  useConversationsStore.setState({ isListed: true, kept: null })
}

/** Shows what this browser has kept of the list until the newest page is here. `at`: epoch ms. */
export function applyOfflineConversations(page: readonly ConversationView[], at: number): void {
  if (useConversationsStore.getState().isListed) return
  applyConversations(page)
  useConversationsStore.setState({ kept: { at, conversations: page } })
}

// The overlay is removed as soon as the record agrees (ARCHITECTURE, 'Optimistic update').
function pruned(readUpTo: ReadonlyMap<string, number>, records: Records<ConversationView>) {
  const kept = [...readUpTo].filter(([id, seq]) => {
    const conversation = records.get(id)
    return conversation && (conversation.lastSeq > seq || conversation.unreadCount > 0)
  })
  return kept.length === readUpTo.size ? readUpTo : new Map(kept)
}

export const overlayRead = (id: string, seq: number): void =>
  useConversationsStore.setState(({ readUpTo }) => ({ readUpTo: new Map(readUpTo).set(id, seq) }))

export function dropReadOverlay(id: string): void {
  useConversationsStore.setState(({ readUpTo }) => {
    const next = new Map(readUpTo)
    next.delete(id)
    return { readUpTo: next }
  })
}

export const conversationOf = (id: string): ConversationView | undefined =>
  shown(useConversationsStore.getState(), id)

/** The record with the overlay over it: everything read counts as zero unread at once. */
function shown({ records, readUpTo }: ConversationsState, id: string): ConversationView | undefined {
  const record = records.get(id)
  const read = readUpTo.get(id)
  return record && read !== undefined && read >= record.lastSeq && record.unreadCount > 0
    ? { ...record, unreadCount: 0 }
    : record
}

/** Whether the viewer has muted it and that has not ended. `now`: epoch ms. */
export const isMuted = ({ muted }: Pick<ConversationView, 'muted'>, now = serverNow()): boolean =>
  muted !== undefined && (muted.until === null || Date.parse(muted.until) > now)

export const useConversation = (id: string | null): ConversationView | undefined =>
  useConversationsStore(useShallow((state) => (id ? shown(state, id) : undefined)))

/** When its last message was written. */
export const lastWrittenAt = ({ lastMessage }: ConversationView): string => lastMessage?.createdAt ?? ''

/** Those of one millisecond by id, as on the server. */
export function byNewest(a: ConversationView, b: ConversationView): number {
  return lastWrittenAt(b).localeCompare(lastWrittenAt(a)) || b.id.localeCompare(a.id)
}

/** Requests with something unread, for a mark without a number. Null until the list is here. */
export const useUnreadRequests = (): number | null =>
  useConversationsStore((state) =>
    state.isListed
      ? [...state.records].filter(
          ([id, { request }]) => request === 'waiting' && (shown(state, id)?.unreadCount ?? 0) > 0,
        ).length
      : null,
  )

/**
 * All unread messages but those of the shelves, for the badge of Messages. Null until the list is here. `exceptIn`: a
 * conversation whose messages are left out.
 */
export const useUnreadMessages = (exceptIn?: string | null): number | null =>
  useConversationsStore((state) =>
    state.isListed
      ? [...state.records].reduce(
          (sum, [id, { request, archived }]) =>
            sum + (request || archived || id === exceptIn ? 0 : (shown(state, id)?.unreadCount ?? 0)),
          0,
        )
      : null,
  )
