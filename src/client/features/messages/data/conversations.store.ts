import { createStore } from '#client/live/create-store.ts'
import { useShallow } from 'zustand/react/shallow'
import type { ConversationView } from '#contract/messages.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer } from '#client/live/records.ts'

interface ConversationsState {
  records: ReadonlyMap<string, ConversationView>
  /** Read here but not yet confirmed by the server: seq by conversation, laid over the record. */
  readUpTo: ReadonlyMap<string, number>
}

/** Every conversation the page knows of, as the viewer sees it. */
export const useConversationsStore = createStore<ConversationsState>(() => ({
  records: new Map(),
  readUpTo: new Map(),
}))

export function upsertConversations(conversations: readonly ConversationView[]): void {
  useConversationsStore.setState(({ records, readUpTo }) => {
    const next = conversations.reduce<ReadonlyMap<string, ConversationView>>(acceptNewer, records)
    return { records: next, readUpTo: pruned(readUpTo, next) }
  })
}

// The overlay goes as soon as the record says the same (ARCHITECTURE, Optimism).
function pruned(readUpTo: ReadonlyMap<string, number>, records: ReadonlyMap<string, ConversationView>) {
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

export const useConversation = (id: string | null): ConversationView | undefined =>
  useConversationsStore(useShallow((state) => (id ? shown(state, id) : undefined)))

/** The conversation with this person, if the page knows one. */
export const useConversationIdWith = (personId: string | null): string | undefined =>
  useConversationsStore(({ records }) =>
    personId
      ? [...records.values()].find(({ participants }) => participants.some(({ id }) => id === personId))?.id
      : undefined,
  )

const byNewest = (a: ConversationView, b: ConversationView) =>
  (b.lastMessage?.createdAt ?? '').localeCompare(a.lastMessage?.createdAt ?? '')

/** Ids in the order of the list: newest message first; empty conversations are not listed. */
export const useConversationIds = (): string[] =>
  useConversationsStore(
    useShallow((state) =>
      [...state.records.values()]
        .filter((conversation) => conversation.lastMessage)
        .sort(byNewest)
        .map(({ id }) => id),
    ),
  )

/** All unread messages, for the badge of the sidebar. */
export const useUnreadMessages = (): number =>
  useConversationsStore((state) =>
    [...state.records.keys()].reduce((sum, id) => sum + (shown(state, id)?.unreadCount ?? 0), 0),
  )

onReset(() => useConversationsStore.setState({ records: new Map(), readUpTo: new Map() }))
