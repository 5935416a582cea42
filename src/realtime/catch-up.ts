import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { bus } from '#server/platform/bus.ts'
import { forgetReads } from '#server/platform/cache/read-cache.ts'
import { topicRoom } from './audience.ts'
import { inBackground } from './background.ts'
import type { Cluster } from './cluster.ts'
import type { Following } from './rooms/following.ts'
import type { RecentChanges } from './rooms/recent-changes.ts'
import type { SessionCheck } from './rooms/session-check.ts'
import type { Attendance } from './signals/attendance.ts'
import type { Presence } from './signals/presence.ts'
import { socketsIn, type LiveServer } from './sockets.ts'
import type { GatewayParts } from './parts.ts'
import { sendReady } from './connect.ts'
import type { FetchTurns } from './fetch-turns.ts'

interface CatchUpParts {
  following: Following
  sessions: SessionCheck
  presence: Presence
  attendance: Pick<Attendance, 'announceAll'>
  changes: RecentChanges
  fetchTurns: FetchTurns
  announcement: GatewayParts['announcement']
}

/** Several processes and connections may return at the same moment: one catch-up serves them all, ms. */
const DEBOUNCE_MS = 300

/**
 * Repairs rooms and lets every page resync when pushes may be missing: Redis was away (LIVE L18), this process
 * read the stream too late, the store was away (LIVE L20) or another process was killed (LIVE L26). Returns how
 * to stop.
 */
export function catchUpAfterOutages(
  io: LiveServer,
  parts: CatchUpParts,
  cluster: Cluster | null,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const begin = () => {
    timer = undefined
    running = running
      .then(() => catchUp(io, parts))
      .catch((error: unknown) => inBackground('catching up after an outage', Promise.reject(error)))
  }
  const schedule = () => void (timer ??= setTimeout(begin, DEBOUNCE_MS).unref())
  cluster?.onLoss(schedule)
  const stop = bus.onCluster('changes:untold', schedule)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Pushes may be missing. To ask Redis for each of thousands of pages would take seconds. */
const NOTHING_IS_KNOWN = { quietMs: async () => 0 }

async function catchUp(
  io: LiveServer,
  { following, sessions, presence, attendance, changes, fetchTurns, announcement }: CatchUpParts,
): Promise<void> {
  forgetReads()
  changes.forget()
  await presence.announceAll()
  await attendance.announceAll()
  await sessions.checkAll()
  for (const socket of socketsIn(io, topicRoom('following'))) {
    if (socket.data.userId) await following.begin(socket, socket.data.userId)
  }
  for (const socket of io.of('/').sockets.values()) {
    await sendReady(socket, { changes: NOTHING_IS_KNOWN, fetchTurns, parts: { announcement } })
    await yieldToEventLoop()
  }
}
