import type { ClusterEvent, DomainEvents } from './domain-events.ts'
import { logger } from './logger.ts'

type Name = keyof DomainEvents
type Listener<N extends Name> = (payload: DomainEvents[N]) => void | Promise<void>

type Listeners = Map<Name, Set<Listener<never>>>

const here: Listeners = new Map()
const anywhere: Listeners = new Map()
/** What listeners are doing at this moment. */
const underWay = new Set<Promise<void>>()

/**
 * The house's event bus. Events are emitted only after the commit (LIVE L3): services do it through
 * `transact`.
 * A listener that fails is logged and hurts nobody else. Listening returns the function that takes the
 * listener away.
 */
export const bus = {
  emit<N extends Name>(name: N, payload: DomainEvents[N]): void {
    tell(anywhere, name, payload)
    tell(here, name, payload)
  },
  /**
   * Hears what this process has committed: for what must follow once in the whole house, such as further
   * writes.
   */
  on: <N extends Name>(name: N, listener: Listener<N>): (() => void) => add(here, name, listener),
  /** Hears other server processes too: for what each process keeps itself, such as caches and sockets. */
  onAnywhere: <N extends ClusterEvent>(name: N, listener: Listener<N>): (() => void) =>
    add(anywhere, name, listener),
  /** Passes on what another process has committed. */
  hear: <N extends ClusterEvent>(name: N, payload: DomainEvents[N]): void => tell(anywhere, name, payload),
  /**
   * Resolves when no listener works any more, those included that begin meanwhile. A process that shuts down
   * waits for it before it leaves the store.
   */
  async settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  },
}

function tell<N extends Name>(listeners: Listeners, name: N, payload: DomainEvents[N]): void {
  for (const listener of listeners.get(name) ?? []) {
    const work = deliver(name, listener as Listener<N>, payload).finally(() => underWay.delete(work))
    underWay.add(work)
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
