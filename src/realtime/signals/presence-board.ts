import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { withoutRedis } from '#server/platform/shared-memory.ts'
import { timeOf } from './redis-clock.ts'

/** The people who have a socket, in any process. */
export interface PresenceBoard {
  /** This process has sockets of a person now. True when no process had any before. */
  arrive(userId: string): Promise<boolean>
  /** It has none any more. True when no process has any. */
  leave(userId: string): Promise<boolean>
  areOnline(userIds: readonly string[]): Promise<boolean[]>
  /** Renews all people of this process. What is not renewed for `lifetime` expires, in case it was killed. */
  renew(userIds: readonly string[]): Promise<void>
}

/** For one process alone. */
export function localBoard(): PresenceBoard {
  const online = new Set<string>()
  return {
    async arrive(userId) {
      const isNew = !online.has(userId)
      online.add(userId)
      return isNew
    },
    leave: async (userId) => online.delete(userId),
    areOnline: async (userIds) => userIds.map((userId) => online.has(userId)),
    async renew() {},
  }
}

const keyOf = (userId: string): string => `royal:presence:${userId}`

/** For several processes: a sorted set a person, of the processes that have sockets of them, by time of expiry. */
function sharedBoard(redis: Redis, lifetime: number): PresenceBoard {
  const process = randomUUID()
  const renew = (chain: ReturnType<Redis['multi']>, userId: string, now: number) =>
    chain.zadd(keyOf(userId), now + lifetime, process).pexpire(keyOf(userId), lifetime)
  const count = (chain: ReturnType<Redis['multi']>, userId: string, now: number) =>
    chain.zremrangebyscore(keyOf(userId), '-inf', now).zcard(keyOf(userId))

  return {
    async arrive(userId) {
      const now = await timeOf(redis)
      return last(await count(renew(redis.multi(), userId, now), userId, now).exec()) === 1
    },
    async leave(userId) {
      const now = await timeOf(redis)
      return last(await count(redis.multi().zrem(keyOf(userId), process), userId, now).exec()) === 0
    },
    async areOnline(userIds) {
      const now = await timeOf(redis)
      const asked = userIds.reduce(
        (chain, userId) => chain.zcount(keyOf(userId), now, '+inf'),
        redis.pipeline(),
      )
      return ((await asked.exec()) ?? []).map(([error, found]) => {
        if (error) throw error
        return Number(found) > 0
      })
    },
    async renew(userIds) {
      for (let start = 0; start < userIds.length; start += 1000) {
        const now = await timeOf(redis)
        const some = userIds.slice(start, start + 1000)
        await some.reduce((chain, userId) => renew(chain, userId, now), redis.pipeline()).exec()
      }
    },
  }
}

/** The shared board; while Redis is away, what this process knows by itself. */
export function resilientBoard(redis: Redis, lifetime: number): PresenceBoard {
  const [shared, own] = [sharedBoard(redis, lifetime), localBoard()]
  return {
    async arrive(userId) {
      const isNew = await own.arrive(userId)
      return (await shared.arrive(userId).catch(withoutRedis)) ?? isNew
    },
    async leave(userId) {
      const isGone = await own.leave(userId)
      return (await shared.leave(userId).catch(withoutRedis)) ?? isGone
    },
    areOnline: async (userIds) =>
      (await shared.areOnline(userIds).catch(withoutRedis)) ?? own.areOnline(userIds),
    renew: async (userIds) => void (await shared.renew(userIds).catch(withoutRedis)),
  }
}

function last(replies: [Error | null, unknown][] | null): number {
  const [error, value] = replies?.at(-1) ?? [null, 0]
  if (error) throw error
  return Number(value)
}
