import type { DomainEvents } from './domain-events.ts'
import { logger } from './logger.ts'

type Name = keyof DomainEvents
type Listener<N extends Name> = (payload: DomainEvents[N]) => void | Promise<void>

const listeners = new Map<Name, Set<Listener<never>>>()

/**
 * The house's event bus, within this process. Events are emitted only after the commit (LIVE L3): services do it
 * through `transact`. A listener that fails is logged and hurts nobody else.
 */
export const bus = {
  emit<N extends Name>(name: N, payload: DomainEvents[N]): void {
    for (const listener of listeners.get(name) ?? []) void deliver(name, listener as Listener<N>, payload)
  },
  /** Returns the function that takes the listener away again. */
  on<N extends Name>(name: N, listener: Listener<N>): () => void {
    const set = listeners.get(name) ?? new Set()
    listeners.set(name, set.add(listener as Listener<never>))
    return () => void set.delete(listener as Listener<never>)
  },
}

async function deliver<N extends Name>(name: N, listener: Listener<N>, payload: DomainEvents[N]): Promise<void> {
  try {
    await listener(payload)
  } catch (error) {
    logger.error({ err: error, event: name }, 'a listener failed')
  }
}
