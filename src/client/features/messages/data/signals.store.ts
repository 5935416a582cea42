import { createStore } from '#client/live/create-store.ts'

interface SignalsState {
  /** Until when each person's dots show, epoch milliseconds, by conversation and person. */
  typing: ReadonlyMap<string, number>
  online: ReadonlyMap<string, boolean>
}

/** Typing and presence: never stored, never asked for again (LIVE L15). */
export const useSignals = createStore<SignalsState>(() => ({ typing: new Map(), online: new Map() }))

const MOST_PEOPLE = 200
const keyOf = (conversationId: string, userId: string) => `${conversationId}:${userId}`

/** Dots go by themselves when nothing else comes. */
export function showTyping(conversationId: string, userId: string, until: number): void {
  const key = keyOf(conversationId, userId)
  useSignals.setState(({ typing }) => ({ typing: new Map(typing).set(key, until) }))
  setTimeout(
    () => {
      if ((useSignals.getState().typing.get(key) ?? 0) <= Date.now()) hideTyping(conversationId, userId)
    },
    Math.max(0, until - Date.now()) + 50,
  )
}

export function hideTyping(conversationId: string, userId: string): void {
  useSignals.setState(({ typing }) => {
    const next = new Map(typing)
    return next.delete(keyOf(conversationId, userId)) ? { typing: next } : { typing }
  })
}

export function showPresence(userId: string, online: boolean): void {
  useSignals.setState((state) => {
    const next = new Map(state.online)
    next.delete(userId)
    next.set(userId, online)
    for (const id of next.keys()) {
      if (next.size <= MOST_PEOPLE) break
      next.delete(id)
    }
    return { online: next }
  })
}

export const useIsTyping = (conversationId: string, userId: string): boolean =>
  useSignals((state) => state.typing.has(keyOf(conversationId, userId)))

export const useIsOnline = (userId: string): boolean =>
  useSignals((state) => state.online.get(userId) ?? false)

export const forgetSignals = (): void => useSignals.setState({ typing: new Map(), online: new Map() })
