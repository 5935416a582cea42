import { setImmediate as otherWork } from 'node:timers/promises'
import { bus } from '#server/platform/bus.ts'
import { topicRoom } from './audience.ts'
import { inBackground } from './background.ts'
import type { Cluster } from './cluster.ts'
import type { Following } from './rooms/following.ts'
import type { SessionCheck } from './rooms/session-check.ts'
import type { Presence } from './signals/presence.ts'
import { socketsIn, type LiveServer } from './sockets.ts'
import { sayReady } from './welcome.ts'

interface Kept {
  following: Following
  sessions: SessionCheck
  presence: Presence
}

/** Several processes and connections come back at the same moment: they are answered together, ms. */
const SETTLE = 300

/**
 * Pushes may be missing: Redis was away (LIVE L18), this process read the stream too late, or something may
 * have been written that nobody was told of, because the store was away (LIVE L20) or another process was
 * killed (LIVE L26). Rooms are made sure of, and every page resyncs. Returns how to stop.
 */
export function catchUpAfterOutages(io: LiveServer, kept: Kept, cluster: Cluster | null): () => void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const begin = () => {
    timer = undefined
    running = running
      .then(() => catchUp(io, kept))
      .catch((error: unknown) => inBackground('catching up after an outage', Promise.reject(error)))
  }
  const soon = () => void (timer ??= setTimeout(begin, SETTLE).unref())
  cluster?.onLoss(soon)
  const stop = bus.onAnywhere('changes:untold', soon)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function catchUp(io: LiveServer, { following, sessions, presence }: Kept): Promise<void> {
  await presence.repeat()
  await sessions.checkAll()
  for (const socket of socketsIn(io, topicRoom('following'))) {
    if (socket.data.userId) await following.begin(socket, socket.data.userId)
  }
  for (const socket of io.of('/').sockets.values()) {
    sayReady(socket)
    await otherWork()
  }
}
