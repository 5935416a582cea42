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

/** What the server processes of one house share (REDIS_URL). */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>
  redis: Redis
  /** Called when Redis is back after it was away: what others told meanwhile is lost. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}

/** Redis Streams between Socket.IO servers: a short loss of the connection loses no broadcast. Resolves when this process hears the others. */
export async function joinCluster(url: string): Promise<Cluster> {
  // Publishing never waits for Redis: without it this process's own people must be served at once.
  const redis = withLog(new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => 500 }))
  const readers: Redis[] = []
  redis.duplicate = () => {
    const reader = withLog(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 500 }))
    readers.push(reader)
    return reader
  }
  await ready(redis)
  const adapter = createAdapter(redis, { streamName: STREAM, maxLen: STREAM_LENGTH, blockTimeInMs: READ, channelPrefix: STREAM })
  await Promise.all(readers.map(ready))
  const timer = setInterval(() => inBackground('marking the stream', redis.xadd(STREAM, 'MAXLEN', '~', STREAM_LENGTH, '*', 'mark', '1')), MARK).unref()
  return {
    adapter,
    redis,
    onReturn: (listener) => void redis.on('ready', listener),
    async close() {
      clearInterval(timer)
      await redis.quit()
      readers.forEach((reader) => reader.disconnect())
    },
  }
}

const ready = (redis: Redis): Promise<void> =>
  new Promise((resolve) => (redis.status === 'ready' ? resolve() : redis.once('ready', () => resolve())))

function withLog(redis: Redis): Redis {
  redis.on('error', (error: Error) => logger.warn({ reason: error.message }, 'Redis does not answer'))
  return redis
}
