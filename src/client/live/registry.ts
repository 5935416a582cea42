import type { ServerToClientEvents } from '#contract/events.ts'

export type LiveEventName = keyof ServerToClientEvents
/** The payload of a push. */
export type LiveEvent<N extends LiveEventName> = Parameters<ServerToClientEvents[N]>[0]
type Handler<N extends LiveEventName> = (event: LiveEvent<N>) => void

/**
 * The handler of each push. `echo` is answered by the socket itself, and only the screen that shows a number of
 * people listens to `attendance:updated`.
 */
export type LiveHandlers = {
  readonly [N in Exclude<LiveEventName, 'echo' | 'attendance:updated'>]: Handler<N>
}

/** Why everything is fetched again, and since when pushes may be missing (epoch ms). */
export interface ResyncCause {
  reason: 'ready' | 'fallback' | 'wake'
  since: number
}
export type Resync = (cause: ResyncCause) => Promise<void>

let table: Partial<LiveHandlers> = {}
const listeners: { [N in LiveEventName]?: Set<Handler<N>> } = {}
const resyncs = new Map<string, Resync>()
const resets = new Set<() => void>()

/** Sets the table of handlers (app/live-handlers.ts). */
export const setLiveHandlers = (handlers: Partial<LiveHandlers>): void => void (table = handlers)

/**
 * For a screen that listens while it is mounted. Runs after the handler of the table. Returns an unsubscribe.
 */
export function onLive<N extends LiveEventName>(name: N, listener: Handler<N>): () => void {
  const known: Set<Handler<N>> | undefined = listeners[name]
  const registered = known ?? new Set<Handler<N>>()
  if (!known) Object.assign(listeners, { [name]: registered })
  registered.add(listener)
  return () => void registered.delete(listener)
}

/** Dispatches a push. A handler that throws does not stop the others. */
export function receive<N extends LiveEventName>(name: N, event: LiveEvent<N>): void {
  const handler = (table as { [name: string]: Handler<N> | undefined })[name]
  for (const each of [...(handler ? [handler] : []), ...(listeners[name] ?? [])]) {
    try {
      each(event)
    } catch (error) {
      reportError(error)
    }
  }
}

/**
 * Registers how a domain fetches what it may have missed: after `ready`, every 30 s while the socket is down,
 * after sleep. A rejection is retried. `name` is the key: a second registration replaces the first.
 */
export function onResync(name: string, work: Resync): () => void {
  resyncs.set(name, work)
  return () => {
    if (resyncs.get(name) === work) resyncs.delete(name)
  }
}

/** Registers how a store clears the person's data: at log-in, log-out and `session:ended`. */
export function onReset(reset: () => void): () => void {
  resets.add(reset)
  return () => void resets.delete(reset)
}

export const registeredResyncs = (): ReadonlyMap<string, Resync> => resyncs

export function resetStores(): void {
  for (const reset of resets) reset()
}
