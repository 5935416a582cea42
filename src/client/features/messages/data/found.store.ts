import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import type { Listed } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
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

/** How many pages without a result are skipped before the person is asked whether to go on. */
const MAX_EMPTY = 10

/** A message that was found, and who has written it, if it is of a group. */
export interface FoundRow extends Listed {
  author: ActorView | undefined
}

/** The messages with these words, newest first; only those of one conversation, if it is given. */
export const messagesFound = (q: string, conversationId: string | undefined): ListSource<FoundRow> => ({
  key: `messages found: ${conversationId ?? 'all'} ${q}`,
  // Nothing is pushed about new ones.
  fresh: 0,
  read: async (cursor, signal) => {
    for (let next = cursor, empty = 0; ; empty += 1) {
      const query = { q, conversationId, cursor: next }
      const page = await api.get<MessageSearchPage>('/api/messages/search', query, signal)
      applyConversations(page.conversations)
      found.apply(page.messages)
      next = page.cursor ?? undefined
      if (page.messages.length > 0 || next === undefined || empty === MAX_EMPTY)
        return { rows: rowsOf(page), next }
    }
  },
})

function rowsOf({ messages, authors }: MessageSearchPage): FoundRow[] {
  const people = new Map(authors.map((one) => [one.id, one]))
  return messages.map(({ id, senderId }) => ({ id, author: people.get(senderId) }))
}
