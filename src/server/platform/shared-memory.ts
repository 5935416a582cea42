import { config } from './config.ts'
import { logger } from './logger.ts'

/**
 * What the server processes of one house count together (REDIS_URL); null where there is one process. Nobody
 * waits for a Redis that is away: its calls fail at once, and each process counts for itself meanwhile.
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
