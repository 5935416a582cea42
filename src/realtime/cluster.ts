import { Redis, type RedisOptions } from 'ioredis'
import { attempted, REDIS_LIMITS, withoutRedis } from '#server/platform/shared-memory.ts'
import { hearOthers, type Hearing } from './hearing.ts'
import { joinMembers } from './members.ts'
import { relayTo, untoldFor } from './relay.ts'

const RETRY_MS = 500
/** How long Redis has to take an event, ms. */
const PUBLISH_MS = 2_000

/** What connects the server processes (REDIS_URL). */
export interface Cluster extends Pick<Hearing, 'hear' | 'leave'> {
  redis: Redis
  /** Called when events of other processes may be lost: Redis was away, or this process read too late. */
  onLoss(listener: () => void): void
  /** For how long no process has told a change in these rooms, ms; at most a minute. */
  untoldFor(rooms: readonly string[]): Promise<number>
  /** Takes the bus's events to the other processes and watches for killed ones. Returns how to stop. */
  relay(): () => void
  /** Tells the other processes that this one ends, and closes the connections. */
  close(): Promise<void>
}

/**
 * Redis, to which every process tells what it commits: what all need in one channel, everything else in one for each room
 * that it is for, which those processes hear that have sockets there. Resolves when this process hears the others, or when
 * Redis turns out to be away: then it joins when Redis comes, and its pages resync as after an outage (LIVE L18).
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
  const subscriber = connect(url, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
  })
  const hearing = hearOthers(subscriber, reportLoss)
  await Promise.all([attempted(redis), hearing.attempted])
  redis.on('ready', reportLoss)
  let members: ReturnType<typeof joinMembers> | null = null
  return {
    redis,
    hear: hearing.hear,
    leave: hearing.leave,
    onLoss: (listener) => void lossListeners.add(listener),
    untoldFor: (rooms) => untoldFor(redis, rooms),
    relay() {
      const stop = relayTo(redis)
      // After the relay: it may report a killed process at once.
      members = joinMembers(redis)
      return stop
    },
    async close() {
      await members?.leave()
      hearing.end()
      redis.disconnect()
    },
  }
}

const connect = (url: string, options: RedisOptions): Redis =>
  new Redis(url, { ...REDIS_LIMITS, retryStrategy: () => RETRY_MS, ...options }).on('error', withoutRedis)
