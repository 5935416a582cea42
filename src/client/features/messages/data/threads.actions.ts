import { PAGE } from '#contract/limits.ts'
import { fetchMessages } from './messages.api.ts'
import { firstSeq, lastSeq } from './thread-window.ts'
import {
  beginThread,
  dropThreads,
  loadedThreadIds,
  markStartReached,
  applyMessages,
  threadOf,
} from './threads.store.ts'

const filling = new Map<string, Promise<void>>()

/** Loads the newest page, and older ones until the first unread message is in (at most four pages more). */
export async function openThread(conversationId: string, readUpTo: number): Promise<void> {
  if (threadOf(conversationId)) return fillForward(conversationId)
  const newest = await fetchMessages(conversationId)
  beginThread(conversationId, newest, newest.length < PAGE.messages)
  for (let page = 0; page < 4 && firstOf(conversationId) > readUpTo + 1; page += 1)
    await loadOlder(conversationId)
}

const firstOf = (conversationId: string) => firstSeq(threadOf(conversationId)!)

/** Loads one page of older messages; the store joins it without a gap. */
export async function loadOlder(conversationId: string): Promise<void> {
  const current = threadOf(conversationId)
  if (!current || current.reachedStart || current.items.length === 0) return
  const older = await fetchMessages(conversationId, { before: firstSeq(current) })
  applyMessages(conversationId, older)
  if (older.length < PAGE.messages) markStartReached(conversationId)
}

/**
 * Loads older pages until the message is loaded. Returns whether it is: the list holds a limited number of
 * messages. Throws ApiError.
 */
export async function loadBackTo(conversationId: string, seq: number): Promise<boolean> {
  while (firstOf(conversationId) > seq) {
    const first = firstOf(conversationId)
    await loadOlder(conversationId)
    if (!threadOf(conversationId) || firstOf(conversationId) >= first) return false
  }
  return true
}

/** Fetches everything after the last loaded message (LIVE L6). One run for each thread at a time. */
export function fillForward(conversationId: string): Promise<void> {
  const running = filling.get(conversationId)
  if (running) return running
  const walk = walkForward(conversationId).finally(() => filling.delete(conversationId))
  filling.set(conversationId, walk)
  return walk
}

async function walkForward(conversationId: string): Promise<void> {
  for (;;) {
    const current = threadOf(conversationId)
    if (!current) return
    const next = await fetchMessages(conversationId, { after: lastSeq(current) })
    const hole = applyMessages(conversationId, next)
    if (next.length < PAGE.messages && !hole) return
  }
}

/** Threads on screen, and how often each is. */
const shown = new Map<string, number>()

/** Marks a thread as on screen. The returned function ends that. */
export function showThread(conversationId: string): () => void {
  shown.set(conversationId, (shown.get(conversationId) ?? 0) + 1)
  return () => {
    const left = (shown.get(conversationId) ?? 1) - 1
    if (left > 0) shown.set(conversationId, left)
    else shown.delete(conversationId)
  }
}

/**
 * After an interruption: fetches new and changed messages (LIVE L7). Threads that are not on screen
 * are dropped and fetched again when they are opened, so that a reconnect does not fetch all of them.
 */
export async function resyncThreads(): Promise<void> {
  dropThreads(loadedThreadIds().filter((conversationId) => !shown.has(conversationId)))
  for (const conversationId of loadedThreadIds()) {
    await refetchLoaded(conversationId)
    await fillForward(conversationId)
  }
}

async function refetchLoaded(conversationId: string): Promise<void> {
  const current = threadOf(conversationId)
  if (!current || current.items.length === 0) return
  let after = firstSeq(current) - 1
  while (after < lastSeq(current)) {
    const page = await fetchMessages(conversationId, { after })
    if (page.length === 0) return
    applyMessages(conversationId, page)
    after = page.at(-1)!.seq
  }
}
