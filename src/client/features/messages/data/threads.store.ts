import { createStore } from '#client/live/create-store.ts'
import type { MessageView } from '#contract/messages.ts'
import { withLatest } from '#client/ui/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { EMPTY_WINDOW, mergeMessages, trimWindow, type ThreadWindow } from './thread-window.ts'

/** Threads kept in memory, most recently opened last; a thread holds at most so many messages (LIVE L17). */
const LIMITS = { threads: 20, messages: 2000 } as const

interface ThreadsState {
  windows: ReadonlyMap<string, ThreadWindow>
}

/** Every message record the page holds, by conversation. Written by fetches and pushes alike. */
export const useThreads = createStore<ThreadsState>(() => ({ windows: new Map() }))

export const threadOf = (conversationId: string): ThreadWindow | undefined =>
  useThreads.getState().windows.get(conversationId)

export const loadedThreadIds = (): string[] => [...useThreads.getState().windows.keys()]

/** Called with each message that a push or one's own writing has brought or changed: for stores that are loaded later. */
export const messageListeners = new Set<(message: MessageView) => void>()

/**
 * Adds messages to a loaded thread, of which `side` stays when it grows too large. Returns true when a gap remains
 * that must be fetched.
 */
export function applyMessages(
  conversationId: string,
  messages: readonly MessageView[],
  side: 'oldest' | 'newest' = 'newest',
): boolean {
  const current = threadOf(conversationId)
  if (!current) return false
  const { window, hole } = mergeMessages(current, messages)
  if (window !== current) storeWindow(conversationId, trimWindow(window, LIMITS.messages, side))
  return hole && !current.hasNewer && current.keptAt === undefined
}

/** Tells those who listen to messages (`messageListeners`), and adds it to its thread as `applyMessages` does. */
export function receiveMessage(message: MessageView): boolean {
  for (const listen of messageListeners) listen(message)
  return applyMessages(message.conversationId, [message])
}

/** Starts or restarts a thread with the newest page. */
export function beginThread(
  conversationId: string,
  newest: readonly MessageView[],
  reachedStart: boolean,
): void {
  // In a group it may begin later than with 1.
  const { window } = mergeMessages(EMPTY_WINDOW, newest)
  storeWindow(conversationId, { ...window, reachedStart: window.reachedStart || reachedStart })
}

/** Shows what this browser has kept of a thread until the server's answer is there. */
export function beginOffline(conversationId: string, { items, reachedStart, keptAt }: ThreadWindow): void {
  if (!threadOf(conversationId))
    storeWindow(conversationId, { items, reachedStart, ...(keptAt && { keptAt }) })
}

/** Replaces a thread by a part of it from the past. */
export function beginPast(conversationId: string, part: readonly MessageView[]): void {
  const { window } = mergeMessages(EMPTY_WINDOW, part)
  storeWindow(conversationId, { ...window, hasNewer: true })
}

/** The part from the past has reached the newest message. */
export function markEndReached(conversationId: string): void {
  const current = threadOf(conversationId)
  if (!current) return
  const { hasNewer: _, ...window } = current
  storeWindow(conversationId, window)
}

export function markStartReached(conversationId: string): void {
  const current = threadOf(conversationId)
  if (current) storeWindow(conversationId, { ...current, reachedStart: true })
}

function storeWindow(conversationId: string, window: ThreadWindow): void {
  useThreads.setState(({ windows }) => ({
    windows: withLatest(windows, conversationId, window, LIMITS.threads),
  }))
}

export function dropThreads(conversationIds: readonly string[]): void {
  if (conversationIds.length === 0) return
  const gone = new Set(conversationIds)
  useThreads.setState(({ windows }) => ({ windows: new Map([...windows].filter(([id]) => !gone.has(id))) }))
}

onReset(() => useThreads.setState({ windows: new Map() }))
