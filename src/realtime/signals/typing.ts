import { MESSAGES } from '#contract/errors.ts'
import { TIMINGS } from '#contract/limits.ts'
import { forbidden } from '#server/platform/errors.ts'
import { userRoom } from '../audience.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import type { GatewayParts } from '../parts.ts'
import { otherPersonIn } from '../rooms/watch.ts'
import type { LiveServer } from '../sockets.ts'

/**
 * Passes the dots on to the other person, who sees them for a few seconds. Volatile: late dots are worth
 * nothing (LIVE L15).
 * A stranger does not get them: dots say that somebody is online and has read the message (LIVE L22).
 */
export const typingHandler =
  (io: LiveServer, { welcomes }: Pick<GatewayParts, 'welcomes'>): ClientEventHandlers['typing'] =>
  async (_socket, { conversationId }, viewer) => {
    const other = await otherPersonIn(viewer, conversationId)
    if (!viewer || viewer.blocked.has(other)) throw forbidden(MESSAGES.blocked)
    if (!(await welcomes(viewer.id, other))) return
    const until = new Date(Date.now() + TIMINGS.typingShown).toISOString()
    io.to(userRoom(other)).volatile.emit('typing', { conversationId, userId: viewer.id, until })
  }
