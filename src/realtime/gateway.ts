import type { Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { TIMINGS } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { catchUpAfterOutages } from './catch-up.ts'
import { answerClients } from './client-events.ts'
import { connectSockets } from './connect.ts'
import { createDelivery } from './delivery.ts'
import { createFetchTurns } from './fetch-turns.ts'
import { openEngine } from './engine.ts'
import type { GatewayParts } from './parts.ts'
import { pushFigures } from './push/figures.ts'
import { startPushes } from './push/push-table.ts'
import { rememberPosts } from './push/recent-posts.ts'
import { endSockets } from './push/session-ends.ts'
import { followFollowees } from './rooms/following.ts'
import { followRelations } from './rooms/hidden-people.ts'
import { openChats } from './rooms/open-chats.ts'
import { checkSessions } from './rooms/session-check.ts'
import { rememberChanges } from './rooms/recent-changes.ts'
import { watchHandlers } from './rooms/watch.ts'
import {
  attentionHandler,
  eventHandler,
  reportActivity,
  pageHandler,
  typingHandler,
} from './signals/client-signals.ts'
import { startAttendance } from './signals/attendance.ts'
import { startPresence } from './signals/presence.ts'
import { hearWith, type LiveServer } from './sockets.ts'

export interface Gateway {
  io: LiveServer
  /**
   * Closes every socket; pages see a lost connection and reconnect. Events of requests that still run go on
   * to the other processes.
   */
  hangUp(): void
  /**
   * Stops all pushes and leaves the cluster: call it when nothing is written any more. It does not close the
   * HTTP server.
   */
  close(): Promise<void>
}

/**
 * Starts the live side of the server. Resolves when it receives the events of the other processes, if any.
 */
export async function startGateway(http: HttpServer, parts: GatewayParts): Promise<Gateway> {
  const cluster = config.REDIS_URL ? await (await import('./cluster.ts')).joinCluster(config.REDIS_URL) : null
  const io = openEngine(http)
  if (cluster) {
    hearWith(io, cluster.hear)
    io.of('/').adapter.on('delete-room', cluster.leave)
  }
  const changes = rememberChanges(cluster?.untoldFor)
  const fetchTurns = createFetchTurns()
  const delivery = createDelivery(io, changes.note)

  const sessionEnds = endSockets(io)
  const sessions = checkSessions(io, parts)
  const following = followFollowees(io, parts)
  const presence = startPresence(io, delivery, cluster?.redis ?? null)
  const attendance = startAttendance(io, delivery, cluster?.redis ?? null)
  const chats = openChats(io, delivery, presence, parts)
  const figures = pushFigures(io, delivery, parts)
  const recentPosts = rememberPosts()

  const listen = answerClients(
    {
      ...watchHandlers({
        otherPersonIn: parts.otherPersonIn,
        following,
        chats,
        figures,
        recentPosts,
        changes,
      }),
      typing: typingHandler(parts),
      attention: attentionHandler,
      page: pageHandler(parts.analytics),
      event: eventHandler(parts.analytics),
      sit: attendance.handle,
    },
    {
      loadViewer: parts.loadViewer,
      readSession: parts.readSession,
      onHandled: (socket, viewer) => reportActivity(socket, viewer, parts.analytics),
    },
  )
  connectSockets(io, parts, { ends: sessionEnds, changes, fetchTurns, listen })

  const stops = [
    startPushes(io, delivery),
    ...[sessionEnds, following, chats, figures, sessions, recentPosts, changes].map(({ stop }) => stop),
    followRelations(io, delivery, parts),
    ...(cluster ? [cluster.relay()] : []),
    catchUpAfterOutages(
      io,
      { ...parts, following, sessions, presence, attendance, changes, fetchTurns },
      cluster,
    ),
  ]
  return {
    io,
    hangUp: () => io.engine.close(),
    async close() {
      // Throttled events that still wait are sent first.
      if (cluster) await pause(TIMINGS.pushGap)
      stops.forEach((stop) => stop())
      await Promise.all([presence.stop(), attendance.stop()])
      await cluster?.close()
    },
  }
}
