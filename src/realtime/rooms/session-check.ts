import { setTimeout } from 'node:timers/promises'
import { TIMINGS } from '#contract/limits.ts'
import { roomsClosedTo } from '../audience.ts'
import { inBackground } from '../background.ts'
import { viewerOf } from '../handshake.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { GatewayParts } from '../parts.ts'
import { disconnect } from '../push/session-ends.ts'
import { leave, type LiveServer, type LiveSocket } from '../sockets.ts'
import { syncHiddenPeople } from './hidden-people.ts'

/** How often a part of the sockets is checked, ms. */
const STEP_MS = 5_000
const CONCURRENCY = 20

export interface SessionCheck {
  /** All sockets now: events about ended sessions may have been lost. */
  checkAll(): Promise<void>
  stop(): void
}

/**
 * Reads every socket's session again within 5 minutes, a part at a time: sessions also end by their age, and
 * by changes that no process announced. It also corrects the people hidden from the person, and the socket's
 * rooms of admins and moderators.
 */
export function checkSessions(
  io: LiveServer,
  parts: Pick<GatewayParts, 'readSession' | 'loadViewer'>,
): SessionCheck {
  const { sockets } = io.of('/')
  let round = sockets.values()

  // One read of a person for both.
  const loadViewer = (id: string) => syncHiddenPeople(io, id, parts.loadViewer)

  async function check(socket: LiveSocket, isSecondLook = false): Promise<void> {
    const { userId, sessionId } = socket.data
    if (!userId || !sessionId) return
    const viewer = await viewerOf(await parts.readSession(sessionId), { loadViewer })
    if (viewer?.id === userId) leave(socket, roomsClosedTo(viewer))
    else if (isSecondLook) disconnect(socket, 'expired')
    else {
      await setTimeout(TIMINGS.sessionRenewal, undefined, { ref: false })
      if (socket.connected) await check(socket, true)
    }
  }

  async function checkNext(count: number): Promise<void> {
    for (let left = count; left > 0; left -= CONCURRENCY)
      await Promise.all(next(Math.min(CONCURRENCY, left)).map((socket) => check(socket)))
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
      checkNext(Math.ceil((sockets.size * STEP_MS) / LIVE_LIMITS.sessionRecheck)),
    )
  const timer = setInterval(step, STEP_MS).unref()
  return {
    async checkAll() {
      round = sockets.values()
      await checkNext(sockets.size)
    },
    stop: () => clearInterval(timer),
  }
}
