import { ADMIN_ROOMS } from '../audience.ts'
import { inBackground } from '../background.ts'
import { viewerOf } from '../handshake.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { GatewayParts } from '../parts.ts'
import { sendAway } from '../push/session-ends.ts'
import { leave, type LiveServer, type LiveSocket } from '../sockets.ts'
import { takeHiddenPeople } from './hidden-people.ts'

/** How often a part of the sockets is looked at, ms. */
const STEP = 5_000
const AT_ONCE = 20

export interface SessionCheck {
  /** All of them now: what others told of ended sessions may have been lost. */
  checkAll(): Promise<void>
  stop(): void
}

/**
 * Reads every socket's session again within 5 minutes, a part at a time from one timer: sessions also end by
 * their age, and by changes that no process told of. Whom its person hides, and what they may watch, is made
 * sure of on the way.
 */
export function checkSessions(
  io: LiveServer,
  parts: Pick<GatewayParts, 'readSession' | 'loadViewer'>,
): SessionCheck {
  const { sockets } = io.of('/')
  let round = sockets.values()

  async function check(socket: LiveSocket): Promise<void> {
    const { userId, sessionId } = socket.data
    if (!userId || !sessionId) return
    const viewer = await viewerOf(await parts.readSession(sessionId), parts)
    if (viewer?.id !== userId) return sendAway(socket, 'expired')
    takeHiddenPeople(socket, viewer)
    if (!viewer.isAdmin) leave(socket, ADMIN_ROOMS)
  }

  async function checkNext(count: number): Promise<void> {
    for (let left = count; left > 0; left -= AT_ONCE)
      await Promise.all(next(Math.min(AT_ONCE, left)).map(check))
  }

  function next(count: number): LiveSocket[] {
    const some: LiveSocket[] = []
    while (some.length < count) {
      const { value, done } = round.next()
      if (done) {
        round = sockets.values()
        break
      }
      some.push(value)
    }
    return some
  }

  const step = () =>
    inBackground(
      'checking sessions',
      checkNext(Math.ceil((sockets.size * STEP) / LIVE_LIMITS.sessionRecheck)),
    )
  const timer = setInterval(step, STEP).unref()
  return {
    async checkAll() {
      round = sockets.values()
      await checkNext(sockets.size)
    },
    stop: () => clearInterval(timer),
  }
}
