import { cluster, local, type EventDeclaration, type Reach } from '#contract/events.declare.ts'
import { PUSHED_EVENTS, type BusPayload } from '#contract/events.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import { logger } from './logger.ts'

/** Events that only the server knows. */
const SERVER_EVENTS = {
  /** Nothing shows this upload any more: its files are deleted. */
  'media:unused': local<{ mediaId: string }>(),
  /** An account was deleted; clean-up follows. */
  'user:deleted': local<{ userId: string }>(),
  'user:followed': cluster<{ followerId: string; followeeId: string }>(),
  /** This person has accepted what the other one wrote to them. */
  'request:accepted': local<{ userId: string; otherId: string }>(),
  'user:unfollowed': cluster<{ followerId: string; followeeId: string }>(),
  /** A mute or block began (`hidden`) or ended. */
  'relation:changed': cluster<{
    userId: string
    otherId: string
    hidden: boolean
    kind: 'mute' | 'block'
  }>(),
  /** Reports or decisions were deleted with an account. */
  'pending:changed': cluster<{ at: string }>(),
  /** Admins' actions were recorded, or their names erased; audit:added follows. */
  'audit:recorded': local<{ entryIds: readonly string[] }>(),
  /** What the monitor shows has changed. */
  'monitor:changed': cluster<{ at: string }>(),
  /** An alert, a rule or a channel of alerts has changed. */
  'alerts:changed': cluster<{ at: string }>(),
  /**
   * A server process ended without shutting down. `words`: its last error, or that there was none; `name`: its machine,
   * number and version, where they are known.
   */
  'process:died': local<{ process: string; words: string; name?: string }>(),
  /** An admin watches the Sewer Map: every process measures itself each second for a while. */
  'wall:watched': cluster<{ at: string }>(),
  /** An admin wants to see an error of this type pass through the monitor. */
  'monitor:tested': local<{ errorType: TestError }>(),
  'session:began': local<{ userId: string }>(),
  /** An attempt at this account was refused, and is in its security log. */
  'access:refused': local<{ userId: string }>(),
  /** A session continues under another id; its sockets keep it. */
  'session:renewed': cluster<{ userId: string; from: string; to: string }>(),
  /**
   * Something may have been written without an event: the store is back after an outage in which something
   * failed, or a server process was killed.
   */
  'changes:untold': cluster<{ at: string }>(),
  /** An admin changed a setting of the site that every process reads. */
  'setting:changed': cluster<{ matter: string }>(),
  /** A push about this waits to be sent: is the person looking at one of their pages? (LIVE L34) */
  'attention:asked': local<{ userId: string; about: string }>(),
  /** They are. */
  'attention:given': local<{ userId: string; about: string }>(),
  /** A job waits in the store; it may run after this time. */
  'job:enqueued': local<{ afterMs: number }>(),
} as const satisfies Record<string, EventDeclaration<Reach, unknown, unknown>>

const EVENTS = { ...PUSHED_EVENTS, ...SERVER_EVENTS }
type Events = typeof EVENTS

type NamesOf<R extends Reach> = {
  [N in keyof Events]: Events[N]['reach'] extends R ? N : never
}[keyof Events]

/**
 * The payload of each event on the bus: finished views, and the ids that decide the audience. A listener does
 * not have to read the store. Declared in contract/events.ts, but for the server's own above.
 */
export type DomainEvents = { [N in NamesOf<Reach>]: BusPayload<Events[N]> }

/** An event that reaches every server process: `bus.onCluster` takes no other. */
export type ClusterEvent = NamesOf<'cluster'>

/** The others reach all sockets through Socket.IO's adapter, from the process that committed them. */
export const CLUSTER_EVENTS: readonly ClusterEvent[] = (Object.keys(EVENTS) as (keyof Events)[]).filter(
  (name): name is ClusterEvent => EVENTS[name].reach === 'cluster',
)

type Name = keyof DomainEvents
type Listener<N extends Name> = (payload: DomainEvents[N]) => void | Promise<void>

type Listeners = Map<Name, Set<Listener<never>>>

const localListeners: Listeners = new Map()
const clusterListeners: Listeners = new Map()
/** Listeners that are working now. */
const running = new Set<Promise<void>>()

/**
 * The server's event bus. Services emit after the commit (LIVE L3), through `transact`. An error in a listener
 * is logged; the other listeners still run. Both ways to listen return the function that removes the listener.
 */
export const bus = {
  emit<N extends Name>(name: N, payload: DomainEvents[N]): void {
    notify(clusterListeners, name, payload)
    notify(localListeners, name, payload)
  },
  /** Hears what this process committed: for what must happen once in the cluster, such as further writes. */
  onLocal: <N extends Name>(name: N, listener: Listener<N>): (() => void) =>
    add(localListeners, name, listener),
  /** Hears what any process committed: for what each process has of its own, such as caches and sockets. */
  onCluster: <N extends ClusterEvent>(name: N, listener: Listener<N>): (() => void) =>
    add(clusterListeners, name, listener),
  /** Hands on what another process committed. */
  receiveRemote: <N extends ClusterEvent>(name: N, payload: DomainEvents[N]): void =>
    notify(clusterListeners, name, payload),
  /**
   * Resolves when no listener runs, including those that start meanwhile. A process that shuts down waits for
   * it before it closes the store.
   */
  async settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  },
}

function notify<N extends Name>(listeners: Listeners, name: N, payload: DomainEvents[N]): void {
  for (const listener of listeners.get(name) ?? []) {
    const work = deliver(name, listener as Listener<N>, payload).finally(() => running.delete(work))
    running.add(work)
  }
}

function add<N extends Name>(listeners: Listeners, name: N, listener: Listener<N>): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  return () => void set.delete(listener)
}

async function deliver<N extends Name>(
  name: N,
  listener: Listener<N>,
  payload: DomainEvents[N],
): Promise<void> {
  try {
    await listener(payload)
  } catch (error) {
    logger.error({ err: error, event: name }, 'a listener failed')
  }
}
