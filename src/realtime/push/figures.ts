import { performance } from 'node:perf_hooks'
import type { AdminStatsView } from '#contract/admin.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { analyticsAdmins, dashboardAdmins, monitorAdmins, pendingStaff } from '../audience.ts'
import { inBackground } from '../background.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'
import { pushTrends } from './trends.ts'
import { pushServerMap } from './server-map.ts'

/** Figures that are read while somebody watches them at this process: those of admins (LIVE L15), and the trends. */
export interface PushedFigures {
  /** Sends the current figures to one socket that has begun to watch. */
  sendStats(socket: LiveSocket): Promise<void>
  sendAnalytics(socket: LiveSocket): Promise<void>
  sendPending(socket: LiveSocket): Promise<void>
  sendTrends(socket: LiveSocket): void
  stop(): void
}

export function pushFigures(io: LiveServer, delivery: Delivery, parts: GatewayParts): PushedFigures {
  const stats = pushStats(io, delivery, parts)
  const analytics = pushAnalytics(io, delivery, parts.analytics)
  const pending = pushPending(io, delivery, parts)
  const trends = pushTrends(io, delivery, parts)
  const stopMonitor = pushMonitor(io, delivery, parts)
  const stopAlerts = pushAlerts(io, delivery, parts)
  const stopServerMap = pushServerMap(io, delivery, parts)
  return {
    sendStats: stats.send,
    sendAnalytics: analytics.send,
    sendPending: pending.send,
    sendTrends: trends.sendTrends,
    stop() {
      stats.stop()
      analytics.stop()
      pending.stop()
      trends.stop()
      stopMonitor()
      stopAlerts()
      stopServerMap()
    },
  }
}

interface Pushed {
  send(socket: LiveSocket): Promise<void>
  stop(): void
}

/** Whether the socket still watches: it may have stopped while the figures were read. */
const watches = (socket: LiveSocket, { rooms }: typeof dashboardAdmins): boolean =>
  rooms.some((room) => socket.rooms.has(room))

/** The dashboard's cards, when a figure has changed. */
function pushStats(
  io: LiveServer,
  delivery: Delivery,
  { adminStats }: Pick<GatewayParts, 'adminStats'>,
): Pushed {
  let shown = ''
  let reading = false

  async function read(): Promise<void> {
    if (reading || socketsOf(io, dashboardAdmins).length === 0) return
    reading = true
    try {
      const stats = await adminStats()
      if (statsKey(stats) === shown) return
      shown = statsKey(stats)
      await delivery.to(dashboardAdmins, 'admin:stats', { stats })
    } finally {
      reading = false
    }
  }

  const readInBackground = () => inBackground('the figures of the dashboard', read())
  // A new report shows in the red badge at once.
  const stops = [
    bus.onCluster('report:updated', readInBackground),
    bus.onCluster('case:updated', readInBackground),
  ]
  const timer = setInterval(readInBackground, TIMINGS.statsGap).unref()
  return {
    async send(socket) {
      const stats = await adminStats()
      if (watches(socket, dashboardAdmins)) socket.emit('admin:stats', { stats })
    },
    stop() {
      stops.forEach((stop) => stop())
      clearInterval(timer)
    },
  }
}

const statsKey = ({ updatedAt: _, ...figures }: AdminStatsView): string => JSON.stringify(figures)

/**
 * After a read, the next one waits this many times as long as it took: the figures cost at most a fiftieth of
 * the time.
 */
const REST_FACTOR = 50
const MAX_REST_MS = 3_000
/** Measurements of this process change all the time; they alone are pushed only so often. */
const MEASUREMENTS_INTERVAL_MS = 5_000

/**
 * The realtime analytics, at most once a second and only when they have changed. Each process reads them from
 * the store, where all processes count.
 */
function pushAnalytics(
  io: LiveServer,
  delivery: Delivery,
  { realtimeAnalytics }: Pick<GatewayParts['analytics'], 'realtimeAnalytics'>,
): Pushed {
  let shown = { key: '', at: 0 }
  let reading = false
  let restUntil = 0

  async function read(): Promise<void> {
    const began = performance.now()
    if (reading || began < restUntil || socketsOf(io, analyticsAdmins).length === 0) return
    reading = true
    try {
      const snapshot = await realtimeAnalytics()
      restUntil = performance.now() + Math.min(MAX_REST_MS, (performance.now() - began) * REST_FACTOR)
      const key = analyticsKey(snapshot)
      if (key === shown.key && began - shown.at < MEASUREMENTS_INTERVAL_MS) return
      shown = { key, at: began }
      await delivery.to(analyticsAdmins, 'analytics:updated', { snapshot })
    } finally {
      reading = false
    }
  }

  const timer = setInterval(() => inBackground('realtime figures', read()), TIMINGS.analyticsGap).unref()
  return {
    async send(socket) {
      const snapshot = await realtimeAnalytics()
      if (watches(socket, analyticsAdmins)) socket.emit('analytics:updated', { snapshot })
    },
    stop: () => clearInterval(timer),
  }
}

const analyticsKey = ({ updatedAt: _, performance: __, ...figures }: RealtimeAnalyticsView): string =>
  JSON.stringify(figures)

/**
 * The number of reports and appeals without a decision, after each change of one. Every page of an admin
 * or moderator watches it, so it is two counts and none of the dashboard's figures.
 */
function pushPending(io: LiveServer, delivery: Delivery, { pending }: Pick<GatewayParts, 'pending'>): Pushed {
  const changes = throttle<true>({
    gap: TIMINGS.pushGap,
    merge: () => true,
    async flush() {
      if (socketsOf(io, pendingStaff).length > 0)
        await delivery.to(pendingStaff, 'pending:updated', { pending: await pending() })
    },
  })
  const put = () => changes.put('pending', true)
  const stops = [
    bus.onCluster('report:updated', put),
    bus.onCluster('case:updated', put),
    bus.onCluster('pending:changed', put),
  ]
  return {
    async send(socket) {
      const now = await pending()
      if (watches(socket, pendingStaff)) socket.emit('pending:updated', { pending: now })
    },
    stop() {
      stops.forEach((stop) => stop())
      changes.stop()
    },
  }
}

/** The state of the system, when it has changed, at most once a second. */
const pushMonitor = (io: LiveServer, delivery: Delivery, { monitorStatus }: GatewayParts): (() => void) =>
  pushChanges(io, ['monitor:changed', 'job:died'], async () =>
    delivery.to(monitorAdmins, 'monitor:updated', { status: await monitorStatus() }),
  )

/** The alerts with their rules, when they have changed, at most once a second. */
const pushAlerts = (io: LiveServer, delivery: Delivery, { alerts }: GatewayParts): (() => void) =>
  pushChanges(io, ['alerts:changed'], async () =>
    delivery.to(monitorAdmins, 'alerts:updated', { alerts: await alerts() }),
  )

/** Pushes to the admins at the monitor after these events, if there are any. Returns how to stop. */
function pushChanges(
  io: LiveServer,
  events: readonly ('monitor:changed' | 'job:died' | 'alerts:changed')[],
  push: () => Promise<void>,
): () => void {
  const changes = throttle<true>({
    gap: TIMINGS.analyticsGap,
    merge: () => true,
    async flush() {
      if (socketsOf(io, monitorAdmins).length > 0) await push()
    },
  })
  const stops = events.map((event) => bus.onCluster(event, () => changes.put('changed', true)))
  return () => {
    stops.forEach((stop) => stop())
    changes.stop()
  }
}
