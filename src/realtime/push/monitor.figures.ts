import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { topicRoom } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import { idsIn, type LiveServer } from '../sockets.ts'
import { throttle } from '../throttle.ts'

const WATCHERS = topicRoom('monitor')

/**
 * How the house is, to admins of this process who look at it: when it has changed, at most once a second
 * (LIVE L15).
 */
export function pushMonitor(
  io: LiveServer,
  delivery: Delivery,
  { monitorStatus }: Pick<GatewayParts, 'monitorStatus'>,
): { stop(): void } {
  const changes = throttle<true>({
    gap: TIMINGS.analyticsGap,
    merge: () => true,
    async flush() {
      if (idsIn(io, WATCHERS).size > 0)
        await delivery.to({ rooms: [WATCHERS], except: [] }, 'monitor:updated', {
          status: await monitorStatus(),
        })
    },
  })
  const stopListening = bus.onAnywhere('monitor:changed', () => changes.put('status', true))
  return {
    stop() {
      stopListening()
      changes.stop()
    },
  }
}
