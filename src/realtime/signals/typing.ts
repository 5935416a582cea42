import { SENTENCES } from '#contract/errors.ts'
import { TEMPO } from '#contract/limits.ts'
import { forbidden } from '#server/platform/errors.ts'
import { userRoom } from '../audience.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import { otherPersonIn } from '../rooms/watch.ts'
import type { LiveServer } from '../sockets.ts'

/** Passes the dots on to the other person, who sees them for a few seconds. Volatile: late dots are worth nothing (LIVE L15). */
export const typingHandler =
  (io: LiveServer): ClientEventHandlers['typing'] =>
  async (_socket, { conversationId }, viewer) => {
    const other = await otherPersonIn(viewer, conversationId)
    if (!viewer || viewer.blocked.has(other)) throw forbidden(SENTENCES.blocked)
    const until = new Date(Date.now() + TEMPO.typingShown).toISOString()
    io.to(userRoom(other)).volatile.emit('typing', { conversationId, userId: viewer.id, until })
  }
