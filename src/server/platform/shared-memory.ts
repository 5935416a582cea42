import { config } from './config.ts'
import { logger } from './logger.ts'

/**
 * Counters that the server processes share (REDIS_URL); null with one process. Nothing waits for a Redis that
 * is away: its calls fail at once, and each process counts for itself meanwhile.
 */
// Loaded only where it is used: a server alone starts sooner.
export const sharedMemory = config.REDIS_URL
  ? new (await import('ioredis')).Redis(config.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    })
  : null
sharedMemory?.on('error', (error: Error) => logger.debug({ reason: error.message }, 'counting without Redis'))

export const closeSharedMemory = () => sharedMemory?.disconnect()
