import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { applyConversations } from './conversations.store.ts'
import { messageListeners } from './threads.store.ts'
import { atServerTime, serverNow } from '#client/ui/server-time.ts'

/** The messages that searches have found: edits and deletions reach them as they reach threads (LIVE L44). */
const found = createCollection<MessageView>({ limit: 2000 })

messageListeners.add(found.applyKnown)

const hasDisappeared = ({ expiresAt }: MessageView, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now

/** Messages that a search has found, as they are now, without those that are gone since. */
export function useFoundMessages(ids: readonly string[]): MessageView[] {
  const held = found.use(useShallow(({ records }) => ids.flatMap((id) => records.get(id) ?? [])))
  const [now, setNow] = useState(serverNow)
  const messages = held.filter((message) => !message.deleted && !hasDisappeared(message, now))
  const next = Math.min(...messages.map(({ expiresAt }) => (expiresAt ? Date.parse(expiresAt) : Infinity)))
  useEffect(() => {
    if (next === Infinity) return undefined
    return atServerTime(next, () => setNow(serverNow()))
  }, [next])
  return messages
}

export interface MessageSearch {
  q: string
  /** Only in this conversation. */
  conversationId?: string | undefined
  cursor?: string | undefined
}

/** How many pages without a result are skipped before the person is asked whether to go on. */
const MAX_EMPTY = 10

/** A page of a search. */
export interface FoundPage {
  ids: string[]
  /** Who has written the messages of groups. */
  authors: readonly ActorView[]
  /** Where the next one begins. */
  next: string | undefined
}

/** Loads the next page of a search that has results. Throws ApiError. */
export async function searchMessages(
  { q, conversationId, cursor }: MessageSearch,
  signal: AbortSignal,
): Promise<FoundPage> {
  let next = cursor
  for (let empty = 0; ; empty += 1) {
    const query = { q, conversationId, cursor: next }
    const page = await api.get<MessageSearchPage>('/api/messages/search', query, signal)
    applyConversations(page.conversations)
    found.apply(page.messages)
    next = page.cursor ?? undefined
    if (page.messages.length > 0 || next === undefined || empty === MAX_EMPTY)
      return { ids: page.messages.map(({ id }) => id), authors: page.authors, next }
  }
}
