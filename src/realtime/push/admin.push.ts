import type { AdminPersonView, AdminStatsView } from '#contract/admin.ts'
import { TEMPO } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { dashboardAdmins, onePerson, topicRoom } from '../audience.ts'
import { inBackground } from '../background.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer, type LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'
import type { Push } from './push.ts'

const DASHBOARD = topicRoom('admin')

/** What the dashboard's tabs are told of, row by row. */
export const pushAdmin: Push = ({ everywhere }) => {
  const people = throttle<AdminPersonView>({
    gap: TEMPO.pushGap,
    merge: (waiting, next) => (next.rev >= waiting.rev ? next : waiting),
    flush: (_, person) => everywhere(dashboardAdmins, 'person:updated', { person }),
  })
  return [
    bus.on('person:updated', ({ person }) => people.put(person.id, person)),
    // No later copy of somebody who is gone counts, whatever its revision.
    bus.on('user:deleted', ({ userId }) => everywhere(dashboardAdmins, 'person:deleted', { id: userId, rev: Number.MAX_SAFE_INTEGER })),
    bus.on('report:updated', ({ report }) => everywhere(dashboardAdmins, 'report:updated', { report })),
    bus.on('case:updated', (event) => everywhere(dashboardAdmins, 'case:updated', event)),
    bus.on('held:added', ({ authorId, held, waiting }) => {
      everywhere(dashboardAdmins, 'held:added', { held })
      if (waiting) everywhere(onePerson(authorId), 'waiting:added', { waiting })
    }),
    bus.on('held:deleted', ({ authorId, id, rev }) => {
      everywhere(dashboardAdmins, 'held:deleted', { id, rev })
      everywhere(onePerson(authorId), 'waiting:deleted', { id, rev })
    }),
    bus.on('audit:added', ({ entry }) => everywhere(dashboardAdmins, 'audit:added', { entry })),
    () => people.stop(),
  ]
}

export interface Dashboard {
  /** The cards of now, to one socket that has begun to watch. */
  greet(socket: LiveSocket): Promise<void>
  stop(): void
}

/** The dashboard's cards, while an admin of this process watches, and only when a figure has changed (LIVE L15). */
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
  const timer = setInterval(() => inBackground('the figures of the dashboard', look()), TEMPO.statsGap).unref()
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
