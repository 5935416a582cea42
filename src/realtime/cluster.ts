import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis } from 'ioredis'
import { logger } from '#server/platform/logger.ts'
import { inBackground } from './background.ts'

const STREAM = 'royal:live'
const STREAM_LENGTH = 10_000
/** The most entries that one read brings. */
const READ_COUNT = 100
/**
 * How often a mark is written, so that every process knows its place in the stream from its first seconds on,
 * ms.
 */
const MARK = 5_000
/** How long a reader waits for news in one go, and so how long closing may take, ms. */
const READ = 1_000
const RETRY = 500

/** How long the parts of a connection have to come back together, ms. */
const SETTLE = 200

/** What the server processes of one house share (REDIS_URL). */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>
  redis: Redis
  /**
   * Called when what others told may be lost: Redis was away, or this process read so late that entries were
   * trimmed before.
   */
  onLoss(listener: () => void): void
  close(): Promise<void>
}

/**
 * Redis Streams between Socket.IO servers: a short loss of the connection loses no broadcast. Resolves when
 * this process hears the others.
 */
export async function joinCluster(url: string): Promise<Cluster> {
  const redis = publisher(url)
  const readers: Redis[] = []
  const losses = new Set<() => void>()
  const lose = () => losses.forEach((listener) => listener())
  redis.duplicate = () => {
    const reader = withLog(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY }))
    reportGaps(reader, lose)
    readers.push(reader)
    return reader
  }
  await ready(redis)
  const adapter = createAdapter(redis, {
    streamName: STREAM,
    maxLen: STREAM_LENGTH,
    readCount: READ_COUNT,
    blockTimeInMs: READ,
    channelPrefix: STREAM,
  })
  await Promise.all(readers.map(ready))
  whenBack([redis, ...readers], lose)
  const timer = setInterval(() => mark(redis), MARK).unref()
  return {
    adapter,
    redis,
    onLoss: (listener) => void losses.add(listener),
    async close() {
      clearInterval(timer)
      for (const connection of [redis, ...readers]) connection.disconnect()
    },
  }
}

/**
 * Publishing never waits for Redis, and never fails: without it this process's own people are served all the
 * same.
 */
function publisher(url: string): Redis {
  const redis = withLog(
    new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => RETRY }),
  )
  const publish = redis.publish.bind(redis)
  // The adapter does not look after this promise, and one that nobody looks after ends the process.
  redis.publish = async (channel: string | Buffer, message: string | Buffer) =>
    publish(channel, message).catch(() => 0)
  return redis
}

/**
 * The stream keeps its newest entries only. The adapter goes on from the oldest entry that is left, whatever
 * was trimmed before it: a process that was paused or too slow would lose events without a sign. Trimming
 * begins with the oldest entry, so nothing is lost while the stream's first entry is not newer than the last
 * one read. Whoever is that late has at least a full read before them; other reads need no check.
 */
function reportGaps(reader: Redis, lose: () => void): void {
  const xread = reader.xread.bind(reader) as (
    ...args: unknown[]
  ) => Promise<[string, [string, string[]][]][] | null>
  const checked = async (...args: unknown[]) => {
    const reply = await xread(...args)
    const after = String(args.at(-1))
    if (after !== '$' && reply && reply[0]![1].length >= READ_COUNT) {
      const [oldest] = await reader.xrange(STREAM, '-', '+', 'COUNT', 1)
      if (oldest && isNewer(oldest[0], after)) {
        logger.warn('This process reads too late what the others tell: its pages fetch anew')
        lose()
      }
    }
    return reply
  }
  reader.xread = checked
}

/** Ids of a stream are 'milliseconds-number'. */
function isNewer(id: string, other: string): boolean {
  const [time, count] = id.split('-').map(Number) as [number, number]
  const [otherTime, otherCount] = other.split('-').map(Number) as [number, number]
  return time > otherTime || (time === otherTime && count > otherCount)
}

function mark(redis: Redis): void {
  if (redis.status === 'ready')
    inBackground('marking the stream', redis.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', 'mark', '1'))
}

function whenBack(connections: readonly Redis[], listener: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, SETTLE)
  }
  for (const connection of connections) connection.on('ready', soon)
}

const ready = (redis: Redis): Promise<void> =>
  new Promise((resolve) => (redis.status === 'ready' ? resolve() : redis.once('ready', () => resolve())))

/** Says once that Redis is away, and once that it is back. */
function withLog(redis: Redis): Redis {
  let away = false
  redis.on('error', (error: Error) => {
    if (!away) logger.warn({ reason: error.message }, 'Redis does not answer: servers do not hear each other')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info('Redis answers again')
    away = false
  })
  return redis
}
