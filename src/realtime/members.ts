import type { Redis } from 'ioredis'
import { bus } from '#server/platform/bus.ts'
import { logger } from '#server/platform/logger.ts'
import { PROCESS_ID } from '#server/platform/process-id.ts'
import { clock } from '#server/platform/clock.ts'
import { inBackground } from './background.ts'

const MEMBERS = 'royal:members'
const keyOf = (id: string): string => `royal:member:${id}`
/** How often a process renews its key, and looks for keys that have expired, ms. */
const HEARTBEAT_MS = 2_000
/** A process that does not renew its key for so long counts as killed, ms. By the clock of Redis. */
const LIFETIME_MS = 8_000

/**
 * Registers this process among the server processes. A process that disappears without `leave` may have
 * committed changes that it never sent: the first one to notice tells all processes, and every page resyncs
 * (LIVE L26).
 */
export function joinMembers(redis: Redis): { leave(): Promise<void> } {
  const self = PROCESS_ID
  const check = async () => {
    await redis.multi().set(keyOf(self), '1', 'PX', LIFETIME_MS).sadd(MEMBERS, self).exec()
    for (const id of await vanished(redis)) {
      // Several may notice it; only the one that removes it reports it.
      if ((await redis.srem(MEMBERS, id)) === 0) continue
      logger.warn('Another server process was killed: all pages refetch')
      bus.emit('changes:untold', { at: clock.date().toISOString() })
      bus.emit('process:died', {
        process: id,
        words: 'It fell silent: it was killed, or stood still for 8 seconds',
      })
    }
  }
  // While Redis is away no check runs; its return makes all pages resync.
  const beat = () =>
    redis.status === 'ready' ? inBackground('looking for the other processes', check()) : undefined
  const timer = setInterval(beat, HEARTBEAT_MS).unref()
  beat()
  return {
    async leave() {
      clearInterval(timer)
      if (redis.status !== 'ready') return
      await redis
        .multi()
        .srem(MEMBERS, self)
        .del(keyOf(self))
        .exec()
        .catch((error: Error) =>
          logger.warn({ reason: error.message }, 'Redis is away: the other processes miss this one'),
        )
    },
  }
}

async function vanished(redis: Redis): Promise<string[]> {
  const ids = await redis.smembers(MEMBERS)
  const replies = (await ids.reduce((chain, id) => chain.exists(keyOf(id)), redis.pipeline()).exec()) ?? []
  return ids.filter((_, at) => replies[at]?.[1] === 0)
}
