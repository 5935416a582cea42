import type { AdminStatsView } from '#contract/admin.ts'
import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { dashboardAdmins, topicRoom } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer, type LiveSocket } from '../sockets.ts'

const DASHBOARD = topicRoom('admin')

export interface Dashboard {
  /** The cards of now, to one socket that has begun to watch. */
  greet(socket: LiveSocket): Promise<void>
  stop(): void
}

/**
 * The dashboard's cards, while an admin of this process watches, and only when a figure has changed (LIVE
 * L15).
 */
export function pushStats(io: LiveServer, delivery: Delivery, { adminStats }: GatewayParts): Dashboard {
  let shown = ''
  let reading = false

  async function look(): Promise<void> {
    if (idsIn(io, DASHBOARD).size === 0 || reading) return
    reading = true
    try {
      const stats = await adminStats()
      if (figuresOf(stats) === shown) return
      shown = figuresOf(stats)
      await delivery.to(dashboardAdmins, 'admin:stats', { stats })
    } finally {
      reading = false
    }
  }

  // A report that has just come in raises the red badge at once.
  const lookAgain = () => inBackground('the figures of the dashboard', look())
  const stops = [bus.onAnywhere('report:updated', lookAgain), bus.onAnywhere('case:updated', lookAgain)]
  const timer = setInterval(
    () => inBackground('the figures of the dashboard', look()),
    TIMINGS.statsGap,
  ).unref()
  return {
    async greet(socket) {
      const stats = await adminStats()
      if (socket.rooms.has(DASHBOARD)) socket.emit('admin:stats', { stats })
    },
    stop() {
      stops.forEach((stop) => stop())
      clearInterval(timer)
    },
  }
}

const figuresOf = ({ updatedAt: _, ...figures }: AdminStatsView): string => JSON.stringify(figures)
