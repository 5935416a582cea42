import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError } from '#client/live/http.ts'
import { isLive } from '#client/live/connection.store.ts'
import { PAGE } from '#contract/limits.ts'
import type { MessageView, MessagesQuery } from '#contract/messages.ts'
import { conversationOf } from './conversations.store.ts'
import { fetchMessages } from './messages.api.ts'
import { EMPTY_WINDOW, firstSeq, lastSeq } from './thread-window.ts'
import {
  beginOffline,
  beginPast,
  beginThread,
  dropThreads,
  loadedThreadIds,
  markEndReached,
  markStartReached,
  applyMessages,
  messageListeners,
  threadOf,
} from './threads.store.ts'

const filling = new Map<string, Promise<void>>()

/**
 * Fetches messages that begin a thread, and hands them to `begin`. What comes meanwhile is applied after it: the
 * answer may be older than the push, and the thread is not there yet to take it (LIVE L1).
 */
async function startWith(
  conversationId: string,
  query: MessagesQuery | undefined,
  begin: (messages: MessageView[]) => void,
): Promise<void> {
  const pushed: MessageView[] = []
  const listen = (message: MessageView) => {
    if (message.conversationId === conversationId) pushed.push(message)
  }
  messageListeners.add(listen)
  try {
    begin(await fetchMessages(conversationId, query))
    if (applyMessages(conversationId, pushed)) void fillForward(conversationId).catch(() => undefined) // the next resync fetches
  } finally {
    messageListeners.delete(listen)
  }
}

const startWithNewest = (conversationId: string): Promise<void> =>
  startWith(conversationId, undefined, (newest) =>
    beginThread(conversationId, newest, newest.length < PAGE.messages),
  )

/** Threads whose first page could not be fetched: the resync fetches it while they are on screen. */
const unopened = new Set<string>()

/** How long a connected page waits for the server's answer before it shows what this browser has kept, ms. */
const PATIENCE_MS = 200

/** Shows what this browser has kept of a thread, unless the server's answer is there. */
async function showKept(conversationId: string): Promise<void> {
  const viewerId = currentViewer()?.id
  if (!viewerId) return
  if (isLive()) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  if (threadOf(conversationId)) return
  const { offlineThread } = await import('./copy/offline-messages.ts')
  const kept = await offlineThread(viewerId, conversationId)
  if (kept && currentViewer()?.id === viewerId && shown.has(conversationId))
    beginOffline(conversationId, kept)
}

const isKept = (conversationId: string): boolean => threadOf(conversationId)?.keptAt !== undefined

/** The server's newest page takes the place of what is shown. Throws ApiError. */
async function openAtServer(conversationId: string): Promise<void> {
  try {
    await startWithNewest(conversationId)
  } catch (error) {
    unopened.add(conversationId)
    // What was kept is no longer the viewer's to read.
    if (error instanceof ApiError && error.status === 404 && isKept(conversationId))
      dropThreads([conversationId])
    throw error
  }
  unopened.delete(conversationId)
}

/** Loads the newest page, and older ones until the first unread message is in (at most four pages more). */
export async function openThread(conversationId: string, readUpTo: number): Promise<void> {
  if (threadOf(conversationId) && !isKept(conversationId)) return fillForward(conversationId)
  // Without its code there is nothing to show.
  if (!threadOf(conversationId)) void showKept(conversationId).catch(() => undefined)
  await openAtServer(conversationId)
  for (let page = 0; page < 4 && firstOf(conversationId) > readUpTo + 1; page += 1)
    await loadOlder(conversationId)
}

const firstOf = (conversationId: string) => firstSeq(threadOf(conversationId) ?? EMPTY_WINDOW)
const lastOf = (conversationId: string) => lastSeq(threadOf(conversationId) ?? EMPTY_WINDOW)

/** Loads one page of older messages; the store joins it without a gap. */
export async function loadOlder(conversationId: string): Promise<void> {
  const current = threadOf(conversationId)
  if (!current || current.reachedStart || current.items.length === 0 || current.keptAt !== undefined) return
  const older = await fetchMessages(conversationId, { before: firstSeq(current) })
  // Another part may have replaced it.
  if (firstOf(conversationId) !== firstSeq(current)) return
  applyMessages(conversationId, older, 'oldest')
  if (older.length < PAGE.messages) markStartReached(conversationId)
}

/** Older messages than so many pages above the loaded ones are not joined to them. */
const MAX_PAGES_BACK = 2

/** Loads a message: with all between, or a part of the thread around it when it is far away. Throws ApiError. */
export async function loadPlace(conversationId: string, seq: number): Promise<void> {
  const distance = firstOf(conversationId) - seq
  const isBelow = seq > lastOf(conversationId)
  if (isBelow || distance > MAX_PAGES_BACK * PAGE.messages) {
    return startWith(conversationId, { before: seq + PAGE.messages / 2 }, (around) => {
      if (around.some((message) => message.seq === seq)) beginPast(conversationId, around)
    })
  }
  while (firstOf(conversationId) > seq) {
    const first = firstOf(conversationId)
    await loadOlder(conversationId)
    if (firstOf(conversationId) >= first) return
  }
}

/** Loads one page of newer messages of a part from the past. */
export async function loadNewer(conversationId: string): Promise<void> {
  const current = threadOf(conversationId)
  if (!current?.hasNewer) return
  const newer = await fetchMessages(conversationId, { after: lastSeq(current) })
  const now = threadOf(conversationId)
  if (!now?.hasNewer || lastSeq(now) !== lastSeq(current)) return
  applyMessages(conversationId, newer)
  if (newer.length === PAGE.messages) return
  markEndReached(conversationId)
  // What was written meanwhile came as a push that did not join.
  await fillForward(conversationId)
}

/** Leaves a part from the past. */
export const loadNewest = startWithNewest

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
    if (!current || current.hasNewer || current.keptAt !== undefined) return
    const next = await fetchMessages(conversationId, { after: lastSeq(current) })
    const hole = applyMessages(conversationId, next)
    // What the server does not have for the viewer never comes: they left the group, and came back (LIVE L59).
    if (hole && lastOf(conversationId) === lastSeq(current)) return startWithNewest(conversationId)
    if (next.length < PAGE.messages && !hole) return
  }
}

/** Threads on screen, and how often each is. */
const shown = new Map<string, number>()
/** Threads on screen that were marked as unread: they are about to be left, and are not read until then. */
const heldUnread = new Set<string>()

/** Keeps a thread that is on screen from being read until it is left. */
export function holdUnread(conversationId: string): void {
  if (shown.has(conversationId)) heldUnread.add(conversationId)
}

export const isHeldUnread = (conversationId: string): boolean => heldUnread.has(conversationId)

/** Marks a thread as on screen. The returned function ends that. */
export function showThread(conversationId: string): () => void {
  shown.set(conversationId, (shown.get(conversationId) ?? 0) + 1)
  return () => {
    const left = (shown.get(conversationId) ?? 1) - 1
    if (left > 0) return void shown.set(conversationId, left)
    shown.delete(conversationId)
    heldUnread.delete(conversationId)
    // The next time the thread opens at its end.
    if (threadOf(conversationId)?.hasNewer) dropThreads([conversationId])
  }
}

/**
 * After an interruption: fetches new and changed messages (LIVE L7). Threads that are not on screen
 * are dropped and fetched again when they are opened, so that a reconnect does not fetch all of them.
 */
export async function resyncThreads(): Promise<void> {
  dropThreads(loadedThreadIds().filter((conversationId) => !shown.has(conversationId)))
  const waiting = [...shown.keys()].filter((id) => unopened.has(id) || isKept(id) || wasLeft(id))
  unopened.clear()
  await Promise.all(waiting.map(openAtServer))
  for (const conversationId of loadedThreadIds()) {
    await refetchLoaded(conversationId)
    await fillForward(conversationId)
  }
}

/** The viewer has left the group and come back: they may read less of what was written before, or more. */
const wasLeft = (conversationId: string): boolean => {
  const first = firstOf(conversationId)
  const readable = conversationOf(conversationId)?.group?.firstSeq ?? 1
  return first > 0 && (first < readable || (first > readable && threadOf(conversationId)!.reachedStart))
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
