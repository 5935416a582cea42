import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis } from 'ioredis'
import { logger } from '#server/platform/logger.ts'
import { inBackground } from './background.ts'

const STREAM = 'royal:live'
const STREAM_LENGTH = 10_000
/** How often a mark is written, so that every process knows its place in the stream from its first seconds on, ms. */
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
  /** Called when what others told may be lost: Redis is back after it was away. */
  onLoss(listener: () => void): void
  close(): Promise<void>
}

/** Redis Streams between Socket.IO servers: a short loss of the connection loses no broadcast. Resolves when this process hears the others. */
export async function joinCluster(url: string): Promise<Cluster> {
  const redis = publisher(url)
  const readers: Redis[] = []
  redis.duplicate = () => {
    const reader = withLog(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY }))
    readers.push(reader)
    return reader
  }
  await ready(redis)
  const adapter = createAdapter(redis, { streamName: STREAM, maxLen: STREAM_LENGTH, blockTimeInMs: READ, channelPrefix: STREAM })
  await Promise.all(readers.map(ready))
  const timer = setInterval(() => mark(redis), MARK).unref()
  return {
    adapter,
    redis,
    onLoss: (listener) => whenBack([redis, ...readers], listener),
    async close() {
      clearInterval(timer)
      for (const connection of [redis, ...readers]) connection.disconnect()
    },
  }
}

/** Publishing never waits for Redis, and never fails: without it this process's own people are served all the same. */
function publisher(url: string): Redis {
  const redis = withLog(new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => RETRY }))
  const publish = redis.publish.bind(redis)
  // The adapter does not look after this promise, and one that nobody looks after ends the process.
  redis.publish = async (channel: string | Buffer, message: string | Buffer) => publish(channel, message).catch(() => 0)
  return redis
}

function mark(redis: Redis): void {
  if (redis.status === 'ready') inBackground('marking the stream', redis.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', 'mark', '1'))
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
