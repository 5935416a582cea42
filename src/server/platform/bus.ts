import type { ClusterEvent, DomainEvents } from './domain-events.ts'
import { logger } from './logger.ts'

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
