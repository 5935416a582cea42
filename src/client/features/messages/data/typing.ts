import { signal } from '#client/live/socket.ts'

/** Told at most this often, in ms; the other side's dots last longer than that. */
const GAP = 2_000

let told = { conversationId: '', at: 0 }

/**
 * Lets the other person see that something is being written. Volatile: if it gets lost, so be it (LIVE L15).
 */
export function tellTyping(conversationId: string): void {
  const now = Date.now()
  if (told.conversationId === conversationId && now - told.at < GAP) return
  told = { conversationId, at: now }
  void signal('typing', { conversationId })
}
