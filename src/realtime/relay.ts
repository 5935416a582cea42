import { TEMPO } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { LiveServer } from './sockets.ts'
import { newerOf, throttle } from './throttle.ts'

/**
 * Events that each server process has to know itself, because it answers them for its own sockets (who hides whom, who
 * follows whom, at most 4 pushes a second to one viewer) or from its own caches. All others reach rooms through
 * Socket.IO's adapter, once.
 */
const RELAYED = [
  'post:created',
  'post:updated',
  'post:deleted',
  'post:reacted',
  'comment:created',
  'comment:updated',
  'comment:deleted',
  'viewer:updated',
  'user:followed',
  'user:unfollowed',
  'relation:changed',
  'session:ended',
  'monitor:changed',
  'session:renewed',
  'report:updated',
  'case:updated',
  'changes:untold',
] as const satisfies readonly (keyof DomainEvents)[]

type Relayed = (typeof RELAYED)[number]

/** Tells the other processes what this one has committed, and hears what they have. Only where there are others. */
export function relayEvents(io: LiveServer): () => void {
  const known: ReadonlySet<string> = new Set(RELAYED)
  io.on('relay', (name, payload) => {
    if (known.has(name)) bus.hear(name as Relayed, payload as DomainEvents[Relayed])
  })
  const tell = (name: Relayed, payload: unknown) => void io.serverSideEmit('relay', name, payload)
  // A post that everybody reacts to changes many times a second; others need no more of it than viewers do.
  const counters = throttle<DomainEvents['post:updated']>({ gap: TEMPO.pushGap, merge: newerOf, flush: (_, event) => tell('post:updated', event) })
  const stops = RELAYED.map((name) =>
    bus.on(name, (payload) => ('post' in payload && name === 'post:updated' ? counters.put(payload.post.id, payload) : tell(name, payload))),
  )
  return () => {
    stops.forEach((stop) => stop())
    counters.stop()
  }
}
