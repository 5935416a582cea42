import { event, type EventDeclaration } from '#contract/events.declare.ts'
import { PUSHED_EVENTS, type BusPayload, type PushedPayload } from '#contract/events.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import { logger } from './logger.ts'

type GroupMessage = {
  [N in 'message:created' | 'message:updated']: { name: N; event: PushedPayload<N> }
}['message:created' | 'message:updated']

/** Events that only the server knows. */
const SERVER_EVENTS = {
  /** Nothing shows this upload any more: its files are deleted. */
  'media:unused': event<{ mediaId: string }>(),
  /** An account was deleted; clean-up follows. */
  'user:deleted': event<{ userId: string }>(),
  'user:followed': event<{ followerId: string; followeeId: string }>(),
  /** A message of a group as these members see it (LIVE L50). */
  'group:message': event<{ to: readonly string[] } & GroupMessage>(),
  /** Whether this person may know now that the other one is online, and whether that one is (LIVE L22). */
  'presence:allowed': event<{ userId: string; otherId: string; allowed: boolean; online: boolean }>(),
  /** This person has accepted what the other one wrote to them. */
  'request:accepted': event<{ userId: string; otherId: string }>(),
  'user:unfollowed': event<{ followerId: string; followeeId: string }>(),
  /** A mute or block began (`hidden`) or ended. */
  'relation:changed': event<{
    userId: string
    otherId: string
    hidden: boolean
    kind: 'mute' | 'block'
  }>(),
  /** Reports or decisions were deleted with an account. */
  'pending:changed': event<{ at: string }>(),
  /** Admins' actions were recorded, or their names erased; audit:added follows. */
  'audit:recorded': event<{ entryIds: readonly string[] }>(),
  /** What the monitor shows has changed. */
  'monitor:changed': event<{ at: string }>(),
  /** An alert, a rule or a channel of alerts has changed. */
  'alerts:changed': event<{ at: string }>(),
  /**
   * A server process ended without shutting down. `words`: its last error, or that there was none; `name`: its machine,
   * number and version, where they are known.
   */
  'process:died': event<{ process: string; words: string; name?: string }>(),
  /** An admin watches the Sewer Map: every process measures itself each second for a while. */
  'wall:watched': event<{ at: string }>(),
  /** An admin wants to see an error of this type pass through the monitor. */
  'monitor:tested': event<{ errorType: TestError }>(),
  'session:began': event<{ userId: string }>(),
  /** An attempt at this account was refused, and is in its security log. */
  'access:refused': event<{ userId: string }>(),
  /** A session continues under another id; its sockets keep it. */
  'session:renewed': event<{ userId: string; from: string; to: string }>(),
  /**
   * Something may have been written without an event: the store is back after an outage in which something
   * failed, or a server process was killed.
   */
  'changes:untold': event<{ at: string }>(),
  /** An admin changed a setting of the site that every process reads. */
  'setting:changed': event<{ matter: string }>(),
  /** The person is looking at one of their pages, as a waiting push about this has asked (LIVE L34). */
  'attention:given': event<{ userId: string; about: string }>(),
  /** A job waits in the store; it may run after this time. */
  'job:enqueued': event<{ afterMs: number }>(),
} as const satisfies Record<string, EventDeclaration<unknown, unknown>>

const EVENTS = { ...PUSHED_EVENTS, ...SERVER_EVENTS }
type Events = typeof EVENTS
/** Events that services emit. */
type EmittedName = {
  [N in keyof Events]: [BusPayload<Events[N]>] extends [never] ? never : N
}[keyof Events]

/**
 * The payload of each event on the bus: finished views, and the ids that decide the audience. A listener does
 * not have to read the store. Declared in contract/events.ts, but for the server's own above.
 */
export type DomainEvents = { [N in EmittedName]: BusPayload<Events[N]> }

type Name = keyof DomainEvents
type Listener<N extends Name> = (payload: DomainEvents[N]) => void | Promise<void>
/** The rooms that an event is for; null: every process needs it. */
type Rooms = readonly string[] | null
type RoomsOf<N extends Name> = (payload: DomainEvents[N]) => Rooms
/** Takes what this process committed to the other processes. */
type Relay = <N extends Name>(name: N, payload: DomainEvents[N]) => void

type Listeners = Map<Name, Map<Listener<never>, RoomsOf<never>>>

const localListeners: Listeners = new Map()
const clusterListeners: Listeners = new Map()
/** Listeners that are working now. */
const running = new Set<Promise<void>>()
let relay: Relay | null = null

const everyProcess = (): Rooms => null

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
   * listener needs it only where a socket is in one of these rooms.
   */
  onCluster: <N extends Name>(
    name: N,
    listener: Listener<N>,
    roomsOf: RoomsOf<N> = everyProcess,
  ): (() => void) => add(clusterListeners, name, listener, roomsOf),
  /** Hands on what another process committed. */
  receiveRemote: <N extends Name>(name: N, payload: DomainEvents[N]): void =>
    notify(clusterListeners, name, payload),
  /** The rooms that an event is for, as its listeners say; no room: no other process needs it. */
  roomsOf<N extends Name>(name: N, payload: DomainEvents[N]): Rooms {
    const rooms = new Set<string>()
    for (const roomsOf of clusterListeners.get(name)?.values() ?? []) {
      const some = (roomsOf as RoomsOf<N>)(payload)
      if (some === null) return null
      for (const room of some) rooms.add(room)
    }
    return [...rooms]
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

/** The record of this event whose newest state alone counts; null: each event counts. */
export const newestOf = (name: Name): string | null =>
  (EVENTS[name] as EventDeclaration<unknown, unknown>).newestOf ?? null

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
