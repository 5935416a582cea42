import type { ServerToClientEvents } from '#contract/events.ts'

export type LiveEventName = keyof ServerToClientEvents
type Handler<N extends LiveEventName> = ServerToClientEvents[N]
type Handlers = { [N in LiveEventName]?: Set<Handler<N>> }

/** Why everything is asked for again, and since when pushes may be missing (epoch ms). */
export interface ResyncCause {
  reason: 'ready' | 'fallback' | 'wake'
  since: number
}
export type Resync = (cause: ResyncCause) => Promise<void>

const handlers: Handlers = {}
const resyncs = new Map<string, Resync>()
const resets = new Set<() => void>()

/** Hears one kind of push; each entity's x.live.ts registers at import. Returns the way to stop. */
export function onLive<N extends LiveEventName>(name: N, handler: Handler<N>): () => void {
  const known: Handlers[N] = handlers[name]
  const listening: Set<Handler<N>> = known ?? new Set()
  if (!known) Object.assign(handlers, { [name]: listening })
  listening.add(handler)
  return () => void listening.delete(handler)
}

/** Hands a push to who listens for it. One handler that fails keeps nothing from the others. */
export function receive<N extends LiveEventName>(name: N, ...event: Parameters<Handler<N>>): void {
  const listening = handlers[name] as Iterable<(...payload: Parameters<Handler<N>>) => void> | undefined
  for (const handler of listening ?? []) {
    try {
      handler(...event)
    } catch (error) {
      reportError(error)
    }
  }
}

/**
 * How an entity asks for what it may have missed: after `ready`, every 30 s while the socket is down, after
 * sleep.
 * A rejection is tried again. `name` is its key: registering twice replaces.
 */
export function onResync(name: string, work: Resync): () => void {
  resyncs.set(name, work)
  return () => {
    if (resyncs.get(name) === work) resyncs.delete(name)
  }
}

/** Forgets what belongs to the person who has just gone: log-in, log-out and `session:ended` call it. */
export function onReset(forget: () => void): () => void {
  resets.add(forget)
  return () => void resets.delete(forget)
}

export const registeredResyncs = (): ReadonlyMap<string, Resync> => resyncs

export function resetStores(): void {
  for (const forget of resets) forget()
}
