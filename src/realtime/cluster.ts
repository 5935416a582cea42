import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis, type RedisOptions } from 'ioredis'
import { bus, CLUSTER_EVENTS, type ClusterEvent, type DomainEvents } from '#server/platform/bus.ts'
import { logger } from '#server/platform/logger.ts'
import { attempted, REDIS_LIMITS, withoutRedis } from '#server/platform/shared-memory.ts'
import { inBackground } from './background.ts'
import { joinMembers } from './members.ts'
import { afterEachRead, ignorePublishErrors, provideReaders } from './socket-io-internals.ts'
import type { LiveServer } from './sockets.ts'
import { throttleNewest } from './throttle.ts'

const STREAM = 'royal:live'
const STREAM_LENGTH = 10_000
/** The most entries of one read. */
const READ_COUNT = 100
/** How often a marker is written, so that each process soon knows its position in the stream, ms. */
const MARKER_INTERVAL_MS = 5_000
/** How long one read waits for entries, and so how long closing may take, ms. */
const READ_WAIT_MS = 1_000
const RETRY_MS = 500
/** How long publishing may hold up this process's own sockets, ms. */
const PUBLISH_MS = 2_000
/** After Redis returns, the connections are given this long to return together, ms. */
const RECONNECT_DEBOUNCE_MS = 200

/** What connects the server processes (REDIS_URL). */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>
  redis: Redis
  /** Called when events of other processes may be lost: Redis was away, or this process read too late. */
  onLoss(listener: () => void): void
  /** Exchanges cluster-wide events with the other processes and watches for killed ones. Returns how to stop. */
  relay(io: LiveServer): () => void
  /** Tells the other processes that this one ends, and closes the connections. */
  close(): Promise<void>
}

/**
 * Redis Streams between Socket.IO servers: a short loss of the connection loses no broadcast. Resolves when
 * this process receives the events of the others, or when Redis turns out to be away: then it joins when Redis comes,
 * and its pages resync as after an outage (LIVE L18).
 */
export async function joinCluster(url: string): Promise<Cluster> {
  const redis = openPublisher(url)
  const readers: Redis[] = []
  const lossListeners = new Set<() => void>()
  const reportLoss = () => lossListeners.forEach((listener) => listener())
  provideReaders(redis, () => {
    const reader = connect(url, { maxRetriesPerRequest: null })
    detectGaps(reader, reportLoss)
    readers.push(reader)
    return reader
  })
  await attempted(redis)
  const adapter = createAdapter(redis, {
    streamName: STREAM,
    maxLen: STREAM_LENGTH,
    readCount: READ_COUNT,
    blockTimeInMs: READ_WAIT_MS,
    channelPrefix: STREAM,
  })
  await Promise.all(readers.map(attempted))
  onReconnect([redis, ...readers], reportLoss)
  const timer = setInterval(() => writeMarker(redis), MARKER_INTERVAL_MS).unref()
  let members: ReturnType<typeof joinMembers> | null = null
  return {
    adapter,
    redis,
    onLoss: (listener) => void lossListeners.add(listener),
    relay(io) {
      const stop = relayEvents(io)
      // After the relay: it may report a killed process at once.
      members = joinMembers(redis)
      return stop
    },
    async close() {
      await members?.leave()
      clearInterval(timer)
      for (const connection of [redis, ...readers]) connection.disconnect()
    },
  }
}

const connect = (url: string, options: RedisOptions): Redis =>
  new Redis(url, { ...REDIS_LIMITS, retryStrategy: () => RETRY_MS, ...options }).on('error', withoutRedis)

/** Publishing hardly waits for Redis and never fails: without it this process still serves its own sockets. */
function openPublisher(url: string): Redis {
  const redis = connect(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  })
  ignorePublishErrors(redis)
  return redis
}

/**
 * The stream keeps its newest entries. The adapter continues with the oldest one that is left, whatever was
 * trimmed before it: a process that was paused or too slow would lose events silently. Nothing is lost while
 * the oldest entry is not newer than the last one read. A process that is so late has at least one full read
 * before it; smaller reads need no check.
 */
function detectGaps(reader: Redis, reportLoss: () => void): void {
  afterEachRead(reader, async (after, entries) => {
    if (after === '$' || entries < READ_COUNT) return
    const [oldest] = await reader.xrange(STREAM, '-', '+', 'COUNT', 1)
    if (!oldest || !isNewer(oldest[0], after)) return
    logger.warn('This process reads the events of the others too late: its pages refetch')
    reportLoss()
  })
}

/** Ids of a stream are 'milliseconds-number'. */
function isNewer(id: string, other: string): boolean {
  const [time, count] = id.split('-').map(Number) as [number, number]
  const [otherTime, otherCount] = other.split('-').map(Number) as [number, number]
  return time > otherTime || (time === otherTime && count > otherCount)
}

function writeMarker(redis: Redis): void {
  if (redis.status === 'ready')
    inBackground('marking the stream', redis.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', 'mark', '1'))
}

function onReconnect(connections: readonly Redis[], listener: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const debounced = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, RECONNECT_DEBOUNCE_MS)
  }
  for (const connection of connections) connection.on('ready', debounced)
}

function relayEvents(io: LiveServer): () => void {
  const known: ReadonlySet<string> = new Set(CLUSTER_EVENTS)
  io.on('relay', (name, payload) => {
    if (known.has(name)) bus.receiveRemote(name as ClusterEvent, payload as DomainEvents[ClusterEvent])
  })
  const send = (name: ClusterEvent, payload: unknown) => void io.serverSideEmit('relay', name, payload)
  // A popular post changes many times a second; the other processes need it only as often as pages do.
  const counters = throttleNewest<DomainEvents['post:updated']>(
    ({ post }) => post,
    (event) => send('post:updated', event),
  )
  const stops = CLUSTER_EVENTS.map((name) =>
    bus.onLocal(name, (payload) =>
      'post' in payload && name === 'post:updated' ? counters.put(payload) : send(name, payload),
    ),
  )
  return () => {
    stops.forEach((stop) => stop())
    counters.stop()
  }
}
