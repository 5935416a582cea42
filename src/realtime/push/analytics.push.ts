import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { TEMPO } from '#contract/limits.ts'
import { topicRoom } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

const WATCHERS = topicRoom('analytics')

export interface Figures {
  /** The figures of now, to one socket that has begun to watch. */
  greet(socket: LiveSocket): Promise<void>
  stop(): void
}

/**
 * The realtime figures, while an admin of this process watches: at most once a second, and only when they have changed
 * (LIVE L15). Each process reads them from the store, where all of them count.
 */
export function pushAnalytics(io: LiveServer, delivery: Delivery, { realtimeAnalytics }: Pick<GatewayParts['analytics'], 'realtimeAnalytics'>): Figures {
  let shown = ''
  let reading = false

  async function look(): Promise<void> {
    if (idsIn(io, WATCHERS).size === 0 || reading) return
    reading = true
    try {
      const snapshot = await realtimeAnalytics()
      if (figuresOf(snapshot) === shown) return
      shown = figuresOf(snapshot)
      await delivery.to({ rooms: [WATCHERS], except: [] }, 'analytics:updated', { snapshot })
    } finally {
      reading = false
    }
  }

  const timer = setInterval(() => inBackground('realtime figures', look()), TEMPO.analyticsGap).unref()
  return {
    async greet(socket) {
      const snapshot = await realtimeAnalytics()
      if (socket.rooms.has(WATCHERS)) socket.emit('analytics:updated', { snapshot })
    },
    stop: () => clearInterval(timer),
  }
}

const figuresOf = ({ updatedAt: _, ...figures }: RealtimeAnalyticsView): string => JSON.stringify(figures)
