import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { bus } from '#server/platform/bus.ts'
import { logger } from '#server/platform/logger.ts'
import { inBackground } from './background.ts'

const MEMBERS = 'royal:members'
const keyOf = (id: string): string => `royal:member:${id}`
/** How often a process says that it lives, and looks for those that no longer do, ms. */
const BEAT = 2_000
/** Who says nothing for so long was killed, or is as good as that, ms. By the clock of Redis. */
const LIFETIME = 8_000

/**
 * The server processes that are there. One that vanishes without a goodbye may have committed what it never
 * told: the first to notice tells all processes, and every page resyncs (LIVE L26). Returns the goodbye.
 */
export function joinMembers(redis: Redis): { leave(): Promise<void> } {
  const self = randomUUID()
  const look = async () => {
    await redis.multi().set(keyOf(self), '1', 'PX', LIFETIME).sadd(MEMBERS, self).exec()
    for (const id of await vanished(redis)) {
      // Of several that notice it, one takes it off the list.
      if ((await redis.srem(MEMBERS, id)) === 0) continue
      logger.warn('Another server process is gone without a goodbye: all pages fetch anew')
      bus.emit('changes:untold', { at: new Date().toISOString() })
    }
  }
  // While Redis is away nobody is missed; its return makes all pages resync.
  const beat = () =>
    redis.status === 'ready' ? inBackground('looking for the other processes', look()) : undefined
  const timer = setInterval(beat, BEAT).unref()
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
