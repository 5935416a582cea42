import type { Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { TIMINGS } from '#contract/limits.ts'
import { config } from '#server/platform/config.ts'
import { catchUpAfterOutages } from './catch-up.ts'
import { answerClients } from './client-events.ts'
import { createDelivery } from './delivery.ts'
import { openEngine } from './engine.ts'
import { joinMembers } from './members.ts'
import type { GatewayParts } from './parts.ts'
import { pushStats } from './push/admin.figures.ts'
import { pushAnalytics } from './push/analytics.figures.ts'
import { pushMonitor } from './push/monitor.figures.ts'
import { PUSHES } from './push/push-table.ts'
import { toEverywhere } from './push/push.ts'
import { rememberPosts } from './push/recent-posts.ts'
import { endSockets } from './push/session-ends.ts'
import { relayEvents } from './relay.ts'
import { followFollowees } from './rooms/following.ts'
import { followRelations } from './rooms/hidden-people.ts'
import { openChats } from './rooms/open-chats.ts'
import { checkSessions } from './rooms/session-check.ts'
import { watchHandlers } from './rooms/watch.ts'
import { noteActivity, pageHandler } from './signals/page-views.ts'
import { localBoard, sharedBoard } from './signals/presence-board.ts'
import { PRESENCE_LIFETIME, tellPresence } from './signals/presence.ts'
import { typingHandler } from './signals/typing.ts'
import type { LiveServer } from './sockets.ts'
import { welcomeSockets } from './welcome.ts'

export interface Gateway {
  io: LiveServer
  /**
   * Closes every socket; clients see a lost connection and come back by themselves. What is still written is
   * told to the other processes.
   */
  hangUp(): void
  /**
   * Tells nothing any more and says goodbye to the other processes: call it when nothing is written any more.
   * The HTTP server is not ours to close.
   */
  close(): Promise<void>
}

/** The live side of the server. Resolves when it hears the other processes, if there are any. */
export async function startGateway(http: HttpServer, parts: GatewayParts): Promise<Gateway> {
  const cluster = config.REDIS_URL ? await (await import('./cluster.ts')).joinCluster(config.REDIS_URL) : null
  const io = openEngine(http, cluster)
  const delivery = createDelivery(io)
  const ends = endSockets(io)
  const following = followFollowees(io, parts)
  const figures = pushAnalytics(io, delivery, parts.analytics)
  const dashboard = pushStats(io, delivery, parts)
  const monitor = pushMonitor(io, delivery, parts)
  const presence = tellPresence(io, cluster ? sharedBoard(cluster.redis, PRESENCE_LIFETIME) : localBoard())
  const chats = openChats(io, presence, parts)
  const sessions = checkSessions(io, parts)
  const recentPosts = rememberPosts()
  const greet = { analytics: figures.greet, admin: dashboard.greet, posts: recentPosts.greet }
  const listen = answerClients(
    {
      ...watchHandlers({ following, chats, greet }),
      typing: typingHandler(io, parts),
      page: pageHandler(parts.analytics),
    },
    {
      loadViewer: parts.loadViewer,
      readSession: parts.readSession,
      onAnswered: (socket, viewer) => noteActivity(socket, viewer, parts.analytics),
    },
  )
  welcomeSockets(io, parts, { ends, listen })
  const stops = [
    ...PUSHES.flatMap((push) => push({ io, delivery, everywhere: toEverywhere(io) })),
    ...[ends, following, chats, figures, dashboard, monitor, sessions, recentPosts].map(({ stop }) => stop),
    followRelations(io, delivery, parts),
    ...(cluster ? [relayEvents(io)] : []),
    catchUpAfterOutages(io, { following, sessions, presence }, cluster),
  ]
  const members = cluster && joinMembers(cluster.redis)
  return {
    io,
    hangUp: () => io.engine.close(),
    async close() {
      // What waits for its turn is sent.
      if (cluster) await pause(TIMINGS.pushGap)
      stops.forEach((stop) => stop())
      await presence.stop()
      void io.of('/').adapter.close()
      await members?.leave()
      await cluster?.close()
    },
  }
}
