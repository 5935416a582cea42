import { Redis, type RedisOptions } from 'ioredis'
import type { EventDeclaration } from '#contract/events.declare.ts'
import { PUSHED_EVENTS } from '#contract/events.ts'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import { PROCESS_ID } from '#server/platform/process-id.ts'
import { attempted, REDIS_LIMITS, withoutRedis } from '#server/platform/shared-memory.ts'
import { inBackground } from './background.ts'
import { joinMembers } from './members.ts'
import { throttleNewest } from './throttle.ts'

const CHANNEL = 'royal:events'
/** How often the subscription is renewed: a connection that is dead without an end shows by the missing answer. ms */
const RENEW_MS = 5_000
const RETRY_MS = 500
/** How long Redis has to take an event, ms. */
const PUBLISH_MS = 2_000

/** The pushed events: of a record that changes often, only the newest state counts. */
const DECLARED: Readonly<Partial<Record<string, EventDeclaration<unknown, unknown>>>> = PUSHED_EVENTS

/** What one process tells the others. */
interface Message {
  from: string
  /** The rooms that the event is for; null: every process needs it. */
  rooms: readonly string[] | null
  name: keyof DomainEvents
  payload: never
}

/** What connects the server processes (REDIS_URL). */
export interface Cluster {
  redis: Redis
  /** Called when events of other processes may be lost: Redis was away, or this process read too late. */
  onLoss(listener: () => void): void
  /** Takes the bus's events to the other processes and watches for killed ones. Returns how to stop. */
  relay(): () => void
  /** Tells the other processes that this one ends, and closes the connections. */
  close(): Promise<void>
}

/**
 * One channel of Redis, to which every process publishes what it commits and from which each hears the others. A
 * channel gives each event in order or ends the connection, also for a process that reads too late: so whatever is lost
 * shows as a new connection. Resolves when this process hears the others, or when Redis turns out to be away: then it
 * joins when Redis comes, and its pages resync as after an outage (LIVE L18).
 */
export async function joinCluster(url: string): Promise<Cluster> {
  // Publishing waits for nothing and never fails: without Redis this process still serves its own sockets.
  const redis = connect(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  })
  const lossListeners = new Set<() => void>()
  const reportLoss = () => lossListeners.forEach((listener) => listener())
  const subscription = subscribe(url, reportLoss)
  await Promise.all([attempted(redis), subscription.attempted])
  redis.on('ready', reportLoss)
  let members: ReturnType<typeof joinMembers> | null = null
  return {
    redis,
    onLoss: (listener) => void lossListeners.add(listener),
    relay() {
      const stop = relayTo(redis)
      // After the relay: it may report a killed process at once.
      members = joinMembers(redis)
      return stop
    },
    async close() {
      await members?.leave()
      subscription.end()
      redis.disconnect()
    },
  }
}

const connect = (url: string, options: RedisOptions): Redis =>
  new Redis(url, { ...REDIS_LIMITS, retryStrategy: () => RETRY_MS, ...options }).on('error', withoutRedis)

/** Hears the other processes. `onGap`: it hears them again, and may have missed something. */
function subscribe(url: string, onGap: () => void): { attempted: Promise<void>; end(): void } {
  const subscriber = connect(url, { maxRetriesPerRequest: null, autoResubscribe: false })
  const { promise, resolve } = Promise.withResolvers<void>()
  let wasAway = false
  subscriber.on('message', (_channel, text) => {
    const { from, name, payload } = JSON.parse(text) as Message
    if (from !== PROCESS_ID) bus.receiveRemote(name, payload)
  })
  const join = async () => {
    await subscriber.subscribe(CHANNEL)
    if (wasAway) onGap()
    resolve()
  }
  subscriber.on('ready', () => inBackground('hearing the others', join().catch(withoutRedis)))
  subscriber.on('close', () => {
    wasAway = true
    resolve()
  })
  const renew = () => {
    if (subscriber.status === 'ready')
      inBackground('hearing the others', subscriber.subscribe(CHANNEL).catch(withoutRedis))
  }
  const timer = setInterval(renew, RENEW_MS).unref()
  return {
    // A Redis that takes connections and answers nothing counts as away.
    attempted: attempted(subscriber).then(() => (subscriber.status === 'ready' ? promise : undefined)),
    end() {
      clearInterval(timer)
      subscriber.disconnect()
    },
  }
}

/** Takes to the other processes what they need of this one's events. Returns how to stop. */
function relayTo(redis: Redis): () => void {
  let timer: NodeJS.Timeout | undefined
  // The others have not heard of it: their pages resync when they can be told (LIVE L90).
  const fail = (error: Error) => {
    withoutRedis(error)
    timer ??= setTimeout(() => {
      timer = undefined
      publish('changes:untold', { at: clock.date().toISOString() })
    }, RETRY_MS).unref()
  }
  const publish = <N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]) => {
    const rooms = bus.roomsOf(name, payload)
    if (rooms?.length === 0) return
    const message = { from: PROCESS_ID, rooms, name, payload }
    redis.publish(CHANNEL, JSON.stringify(message)).catch(fail)
  }
  const coalesced = new Map<string, ReturnType<typeof throttleNewest<never>>>()
  const put = (name: keyof DomainEvents, record: string, payload: never) => {
    const newest =
      coalesced.get(name) ??
      throttleNewest<never>(
        (one) => one[record],
        (one) => publish(name, one),
      )
    coalesced.set(name, newest)
    newest.put(payload)
  }
  const stop = bus.relayTo((name, payload) => {
    // A popular post changes many times a second; the other processes need it only as often as pages do.
    const record = DECLARED[name]?.newestOf
    if (record) put(name, record, payload as never)
    else publish(name, payload)
  })
  return () => {
    stop()
    clearTimeout(timer)
    coalesced.forEach((newest) => newest.stop())
  }
}
