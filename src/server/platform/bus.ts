import { logger } from './logger.ts'

/**
 * The payload of each event on the bus: finished views, and the ids that decide the audience. A listener does
 * not have to read the store. The platform's own are here; what domains tell is in shared/bus-events.ts.
 */
export interface DomainEvents {
  /**
   * Something may have been written without an event: the store is back after an outage in which something
   * failed, or a server process was killed.
   */
  'changes:untold': { at: string }
  /** A job of this kind waits in the store; it may run after this time. */
  'job:enqueued': { kind: string; afterMs: number }
  /** A job has failed for the last time. */
  'job:died': { at: string }
}

type Name = keyof DomainEvents
type Listener<N extends Name> = (payload: DomainEvents[N]) => void | Promise<void>
/** The rooms that an event is for. */
type RoomsOf<N extends Name> = (payload: DomainEvents[N]) => readonly string[] | null
/** Which processes need an event: those with sockets in its rooms, or all of them. */
interface Reach {
  readonly rooms: readonly string[]
  readonly everywhere: boolean
}
/** Takes what this process committed to the other processes. */
type Relay = <N extends Name>(name: N, payload: DomainEvents[N]) => void

type Listeners = Map<Name, Map<Listener<never>, RoomsOf<never>>>

const localListeners: Listeners = new Map()
const clusterListeners: Listeners = new Map()
/** Listeners that are working now. */
const running = new Set<Promise<void>>()
let relay: Relay | null = null

const everyProcess = () => null

/**
 * The server's event bus. Services emit after the commit (LIVE L3), through `transact`. An error in a listener
 * is logged; the other listeners still run. Both ways to listen return the function that removes the listener.
 */
export const bus = {
  emit<N extends Name>(name: N, payload: DomainEvents[N]): void {
    notify(clusterListeners, name, payload)
    notify(localListeners, name, payload)
    relay?.(name, payload)
  },
  /** Hears what this process committed: for what must happen once in the cluster, such as further writes. */
  onLocal: <N extends Name>(name: N, listener: Listener<N>): (() => void) =>
    add(localListeners, name, listener, everyProcess),
  /**
   * Hears what any process committed: for what each process has of its own, such as caches and sockets. `roomsOf`: the
   * listener needs it only where a socket is in one of these rooms; without it, or where it is null, everywhere.
   */
  onCluster: <N extends Name>(
    name: N,
    listener: Listener<N>,
    roomsOf: RoomsOf<N> = everyProcess,
  ): (() => void) => add(clusterListeners, name, listener, roomsOf),
  /** Hands on what another process committed. */
  receiveRemote: <N extends Name>(name: N, payload: DomainEvents[N]): void =>
    notify(clusterListeners, name, payload),
  /** Which processes need an event, as its listeners say. */
  reachOf<N extends Name>(name: N, payload: DomainEvents[N]): Reach {
    const rooms = new Set<string>()
    let everywhere = false
    for (const roomsOf of clusterListeners.get(name)?.values() ?? []) {
      const some = (roomsOf as RoomsOf<N>)(payload)
      if (some) some.forEach((room) => rooms.add(room))
      else everywhere = true
    }
    return { rooms: [...rooms], everywhere }
  },
  /** Lets `to` take what this process commits to the other processes. Returns how to end it. */
  relayTo(to: Relay): () => void {
    relay = to
    return () => void (relay = null)
  },
  /**
   * Resolves when no listener runs, including those that start meanwhile. A process that shuts down waits for
   * it before it closes the store.
   */
  async settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  },
}

function notify<N extends Name>(listeners: Listeners, name: N, payload: DomainEvents[N]): void {
  for (const listener of listeners.get(name)?.keys() ?? []) {
    const work = deliver(name, listener as Listener<N>, payload).finally(() => running.delete(work))
    running.add(work)
  }
}

function add<N extends Name>(
  listeners: Listeners,
  name: N,
  listener: Listener<N>,
  roomsOf: RoomsOf<N>,
): () => void {
  const known = listeners.get(name) ?? new Map<Listener<never>, RoomsOf<never>>()
  listeners.set(name, known.set(listener, roomsOf))
  return () => void known.delete(listener)
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
