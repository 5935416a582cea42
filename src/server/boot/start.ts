import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { UPGRADES } from '#realtime/engine.ts'
import { startGateway } from '#realtime/gateway.ts'
import { buildApp } from './app.ts'
import { keepPushSender } from './push-process.ts'
import { FEATURES, collections, routes } from './features.ts'
import { announcement } from '../features/site/announcement/announcement.service.ts'
import { adminStats } from '../features/admin/stats.service.ts'
import { pending } from '../features/moderation/pending.service.ts'
import { realtimeAnalytics } from '../features/analytics/analytics.service.ts'
import {
  closePageViews,
  recordActivity,
  recordEvent,
  recordPageView,
} from '../features/analytics/page-views.service.ts'
import { describeVisitor } from '../features/analytics/visitors.ts'
import { installPassport } from '../features/account/login/sessions.ts'
import { forgetTags, trendingTags } from '../features/posts/trending/trending.service.ts'
import { followeeIds, isFollowing } from '../features/people/follows/follow-graph.service.ts'
import { acceptsMessagesFrom } from '../features/messages/conversation-heads.ts'
import { membersOf, otherPersonIn } from '../features/messages/members.service.ts'
import { closePictureWorkers } from '../features/media/pictures/picture-workers.ts'
import { securityLogWritten } from '../features/account/security-log/security-log.service.ts'
import { alertsView } from '../features/monitor/alerts/alerts.service.ts'
import { monitorStatus } from '../features/monitor/monitor.service.ts'
import { serverMap } from '../features/monitor/server-map/server-map.service.ts'
import { closeMonitor } from '../features/monitor/monitor.handlers.ts'
import { PUSH_JOBS } from '../features/notifications/push/push-queue.ts'
import { loadViewer } from '../features/people/users/viewers.service.ts'
import { migrations } from '../migrations/index.ts'
import { config } from '../platform/config.ts'
import { addressAt } from '../platform/load-config.ts'
import { bus } from '../platform/bus.ts'
import { registerFeatures } from '../shared/feature.ts'
import { boundConnections, guardRequests } from '../platform/http/connections.ts'
import { startPrivatePort, type Health } from '../platform/http/health.ts'
import { disconnectStore, connectStore } from '../platform/mongo/connect.ts'
import { closeJobs, startJobs } from '../platform/jobs/job-runner.ts'
import { jobKinds } from '../platform/jobs/job-kinds.ts'
import { startEngineJob } from '../platform/search/engine/engine-job.ts'
import { closeMail } from '../platform/mail/mail-queue.ts'
import { migrate } from '../platform/mongo/migrate.ts'
import { loadHouseName } from '../shared/site-settings/house-name.ts'
import { createSessions } from '../platform/session-store.ts'
import { logger } from '../platform/logger.ts'
import { MOST_CONNECTIONS, connectionsFor, openFilesLimit } from '../platform/open-files.ts'
import { closeSharedMemory } from '../platform/shared-memory.ts'
import { watchParts } from '../platform/watched-parts.ts'

export interface RunningServer {
  /** The actual http://address:port. */
  url: string
  /** Stops accepting requests, finishes running ones, closes sockets and the store's connection. */
  close(): Promise<void>
}

interface Start {
  storeUri: string
  port?: number
  /** A process of its own sends web pushes; without it this one does, as in tests and with a debugger. */
  hasPushSender?: boolean
}

/**
 * Joins store, features, HTTP and realtime. One process is one server; tests start it in their own process
 * like main does.
 */
export async function startServer({
  storeUri,
  port = config.PORT,
  hasPushSender = false,
}: Start): Promise<RunningServer> {
  const health: Health = { indexes: false, sockets: false }
  const privatePort = await startPrivatePort(health)
  await connectStore(storeUri)
  registerFeatures(FEATURES)
  await migrate({ models: collections, migrations })
  health.indexes = true
  installPassport()
  const listeners = FEATURES.flatMap(({ listeners = [] }) => listeners)
  const stopListening = listeners.map((listen) => listen())
  // Listened for before, so that no change is missed.
  await loadHouseName()
  // Jobs start last: everything they need is registered by then.
  const endJobs = runJobs(storeUri, hasPushSender)
  await startEngineJob()
  const sessions = createSessions()
  const http = hardened(
    createServer(HTTP_OPTIONS, buildApp({ sessions: sessions.middleware, routes, health })),
  )
  boundConnections(http, config.CONNECTIONS_PER_ADDRESS * config.RATE_LIMIT_FACTOR)
  const connections = connectionsOf(http)
  const gateway = await startGateway(http, {
    sessions: sessions.middleware,
    readSession: sessions.read,
    loadViewer,
    followeeIds,
    isFollowing,
    acceptsMessagesFrom,
    otherPersonIn,
    membersOf,
    adminStats,
    announcement,
    trendingTags,
    forgetTags,
    pending,
    analytics: { describeVisitor, recordPageView, recordEvent, recordActivity, realtimeAnalytics },
    monitorStatus,
    alerts: alertsView,
    serverMap,
  })
  guardRequests(http)
  stopListening.push(await watchParts())
  await listen(http, port)
  health.sockets = true
  const close = async () => {
    health.sockets = false
    await pause(config.DRAIN_SECONDS * 1_000)
    gateway.hangUp()
    await closeHttp(http, connections)
    // Before the things that jobs use are closed.
    await endJobs()
    stopListening.forEach((stop) => stop())
    closePictureWorkers()
    closeMail()
    closeSharedMemory()
    privatePort?.close()
    privatePort?.closeAllConnections()
    await closePageViews()
    await settledWithin(LAST_CALL_MS)
    await gateway.close()
    await securityLogWritten()
    await closeMonitor()
    await disconnectStore()
  }
  return { url: addressAt(config.HOST, (http.address() as AddressInfo).port), close: once(close) }
}

/** Runs jobs until the function that it returns is called, which returns the running ones to the queue. */
function runJobs(storeUri: string, hasPushSender: boolean): () => Promise<void> {
  const endPushSender = hasPushSender ? keepPushSender(storeUri) : undefined
  const own = endPushSender && [...jobKinds.keys()].filter((kind) => !PUSH_JOBS.includes(kind))
  const stopTaking = startJobs(own)
  return async () => {
    await Promise.all([closeJobs(), endPushSender?.()])
    stopTaking()
  }
}

// What can only be set when it is made: how often connections are checked against the limits below, and upgrades.
const HTTP_OPTIONS = { connectionsCheckingInterval: 2_000, ...UPGRADES }
// For responses that are being sent at the stop.
const LAST_CALL_MS = 5_000

// Clients that never finish their headers must not block the server (SECURITY, traps).
function hardened(http: Server): Server {
  http.headersTimeout = 10_000
  // A large upload takes time; other bodies have a minute (promptBodies).
  http.requestTimeout = 30 * 60_000
  http.keepAliveTimeout = 65_000
  const most = connectionsFor(openFilesLimit(), MOST_CONNECTIONS)
  if (most < MOST_CONNECTIONS)
    logger.warn(
      { limit: openFilesLimit() },
      `Few files may be opened here: this process takes ${most} connections at once instead of ${MOST_CONNECTIONS}. Raise the limit (LimitNOFILE of systemd, nofile of compose, ulimit -n).`,
    )
  // One more would find no descriptor, and everything would stand still.
  http.maxConnections = most
  return http
}

/**
 * Connections that the kernel keeps until the process accepts them; it caps this at net.core.somaxconn. With Node's 511
 * a crowd that comes back at once overflows it, and the pages left out try again after 1, 3, 7 and 15 seconds.
 */
const BACKLOG = 16_384

const listen = (http: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen({ port, host: config.HOST, backlog: BACKLOG }, resolve)
  })

// Node's closeAllConnections does not close websockets; one whose client sleeps would delay the stop by half
// a minute.
function closeHttp(http: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeIdleConnections()
    setTimeout(() => open.forEach((socket) => socket.destroy()), LAST_CALL_MS).unref()
  })
}

/** Every open connection, upgraded ones included. */
function connectionsOf(http: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  http.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

// Listeners still write what follows from the last commits.
async function settledWithin(ms: number): Promise<void> {
  const late = new AbortController()
  await Promise.race([bus.settled(), pause(ms, null, { signal: late.signal }).catch(() => null)])
  late.abort()
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
