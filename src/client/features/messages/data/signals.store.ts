import { useShallow } from 'zustand/react/shallow'
import { createStore } from '#client/live/create-store.ts'
import { withLatest } from '#client/ui/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { signal } from '#client/live/socket.ts'
import { serverNow } from '#client/ui/server-time.ts'

interface SignalsState {
  /** Until when each person's dots show, epoch milliseconds, by conversation and person. */
  typing: ReadonlyMap<string, number>
  online: ReadonlyMap<string, boolean>
}

/** Typing and presence: never stored, never asked for again (LIVE L15). */
export const useSignals = createStore<SignalsState>(() => ({ typing: new Map(), online: new Map() }))

const MAX_PEOPLE = 200
const keyOf = (conversationId: string, userId: string) => `${conversationId}:${userId}`

/** Typing dots end by themselves without another signal. */
export function showTyping(conversationId: string, userId: string, until: number): void {
  const key = keyOf(conversationId, userId)
  useSignals.setState(({ typing }) => ({ typing: new Map(typing).set(key, until) }))
  // A later signal has set another end.
  const end = () => useSignals.getState().typing.get(key) === until && hideTyping(conversationId, userId)
  setTimeout(end, Math.max(0, until - serverNow()) + 50)
}

export function hideTyping(conversationId: string, userId: string): void {
  useSignals.setState(({ typing }) => {
    const next = new Map(typing)
    return next.delete(keyOf(conversationId, userId)) ? { typing: next } : { typing }
  })
}

export function showPresence(userId: string, online: boolean): void {
  useSignals.setState((state) => ({ online: withLatest(state.online, userId, online, MAX_PEOPLE) }))
}

/** Who types in a conversation. */
export const useTypists = (conversationId: string): string[] =>
  useSignals(
    useShallow(({ typing }) =>
      [...typing.keys()].flatMap((key) => {
        const [id, userId] = key.split(':')
        return id === conversationId && userId ? userId : []
      }),
    ),
  )

export const useIsOnline = (userId: string): boolean =>
  useSignals((state) => state.online.get(userId) ?? false)

onReset(() => useSignals.setState({ typing: new Map(), online: new Map() }))

/** Sent at most this often; the other person's dots last longer. */
const TYPING_THROTTLE_MS = 2_000

const NOTHING_SENT = { conversationId: '', at: 0 }
let lastSent = NOTHING_SENT

/** Shows the other person that something is being written. A lost signal does not matter (LIVE L15). */
export function sendTyping(conversationId: string): void {
  const now = Date.now()
  if (lastSent.conversationId === conversationId && now - lastSent.at < TYPING_THROTTLE_MS) return
  lastSent = { conversationId, at: now }
  void signal('typing', { conversationId })
}

/** A sent message ends the dots on the other side. The next key press shows them again at once. */
export const resetTyping = (): void => void (lastSent = NOTHING_SENT)
