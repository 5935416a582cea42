import { performance } from 'node:perf_hooks'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { TIMINGS } from '#contract/limits.ts'
import { topicRoom } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

const WATCHERS = topicRoom('analytics')
/**
 * A look rests so many times as long as it took, so that the figures never cost more than a fiftieth of the
 * time; ms at most.
 */
const REST = 50
const LONGEST_REST = 3_000
/** What the process measures of itself changes all the time; it alone is told so often, ms. */
const MEASURED_EVERY = 5_000

export interface Figures {
  /** The figures of now, to one socket that has begun to watch. */
  greet(socket: LiveSocket): Promise<void>
  stop(): void
}

/**
 * The realtime figures, while an admin of this process watches: at most once a second, and only when they
 * have changed (LIVE L15). Each process reads them from the store, where all of them count.
 */
export function pushAnalytics(
  io: LiveServer,
  delivery: Delivery,
  { realtimeAnalytics }: Pick<GatewayParts['analytics'], 'realtimeAnalytics'>,
): Figures {
  let shown = { figures: '', at: 0 }
  let reading = false
  let restUntil = 0

  async function look(): Promise<void> {
    const began = performance.now()
    if (idsIn(io, WATCHERS).size === 0 || reading || began < restUntil) return
    reading = true
    try {
      const snapshot = await realtimeAnalytics()
      restUntil = performance.now() + Math.min(LONGEST_REST, (performance.now() - began) * REST)
      const figures = figuresOf(snapshot)
      if (figures === shown.figures && began - shown.at < MEASURED_EVERY) return
      shown = { figures, at: began }
      await delivery.to({ rooms: [WATCHERS], except: [] }, 'analytics:updated', { snapshot })
    } finally {
      reading = false
    }
  }

  const timer = setInterval(() => inBackground('realtime figures', look()), TIMINGS.analyticsGap).unref()
  return {
    async greet(socket) {
      const snapshot = await realtimeAnalytics()
      if (socket.rooms.has(WATCHERS)) socket.emit('analytics:updated', { snapshot })
    },
    stop: () => clearInterval(timer),
  }
}

const figuresOf = ({ updatedAt: _, performance: __, ...figures }: RealtimeAnalyticsView): string =>
  JSON.stringify(figures)
