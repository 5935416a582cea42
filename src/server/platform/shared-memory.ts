import type { Redis } from 'ioredis'
import { config } from './config.ts'
import { logger } from './logger.ts'

/**
 * Limits of every connection to Redis, ms: one that takes connections and answers nothing (a stopped process, a lost
 * network) counts as away too.
 */
export const REDIS_LIMITS = { connectTimeout: 5_000, socketTimeout: 10_000 } as const

/**
 * Counters that the server processes share (REDIS_URL); null with one process. Nothing waits for a Redis that
 * is away: its calls fail at once, and each process counts for itself meanwhile.
 */
// Loaded only where it is used: a server alone starts sooner.
export const sharedMemory = config.REDIS_URL
  ? new (await import('ioredis')).Redis(config.REDIS_URL, {
      ...REDIS_LIMITS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 1_000,
    })
  : null
sharedMemory?.on('error', withoutRedis)

export const closeSharedMemory = () => sharedMemory?.disconnect()

/** For a call that this process also answers by itself. The outage is told once (`watched-parts.ts`). */
export function withoutRedis(error: Error): null {
  logger.debug({ reason: error.message }, 'working without Redis')
  return null
}

/** How long a start waits for a Redis that takes connections and answers nothing, ms. */
const ATTEMPT_MS = 3_000

/** Resolves when a connection is open, or when it turns out that Redis is away. */
export const attempted = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    if (redis.status === 'ready') return resolve()
    redis.once('ready', resolve)
    redis.once('close', resolve)
    setTimeout(resolve, ATTEMPT_MS).unref()
  })
