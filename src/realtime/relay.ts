import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { CLUSTER_EVENTS, type ClusterEvent, type DomainEvents } from '#server/platform/domain-events.ts'
import type { LiveServer } from './sockets.ts'
import { newerOf, throttle } from './throttle.ts'

/**
 * Tells the other processes what this one has committed, and hears what they have. Only where there are
 * others.
 */
export function relayEvents(io: LiveServer): () => void {
  const known: ReadonlySet<string> = new Set(CLUSTER_EVENTS)
  io.on('relay', (name, payload) => {
    if (known.has(name)) bus.hear(name as ClusterEvent, payload as DomainEvents[ClusterEvent])
  })
  const tell = (name: ClusterEvent, payload: unknown) => void io.serverSideEmit('relay', name, payload)
  // A post that everybody reacts to changes many times a second; others need no more of it than viewers do.
  const counters = throttle<DomainEvents['post:updated']>({
    gap: TIMINGS.pushGap,
    merge: newerOf,
    flush: (_, event) => tell('post:updated', event),
  })
  const stops = CLUSTER_EVENTS.map((name) =>
    bus.on(name, (payload) =>
      'post' in payload && name === 'post:updated'
        ? counters.put(payload.post.id, payload)
        : tell(name, payload),
    ),
  )
  return () => {
    stops.forEach((stop) => stop())
    counters.stop()
  }
}
