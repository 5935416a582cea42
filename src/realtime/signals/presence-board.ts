import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

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
export function sharedBoard(redis: Redis, lifetime: number): PresenceBoard {
  const process = randomUUID()
  const renew = (chain: ReturnType<Redis['multi']>, userId: string) =>
    chain.zadd(keyOf(userId), Date.now() + lifetime, process).pexpire(keyOf(userId), lifetime)
  const count = (chain: ReturnType<Redis['multi']>, userId: string) =>
    chain.zremrangebyscore(keyOf(userId), '-inf', Date.now()).zcard(keyOf(userId))

  return {
    arrive: async (userId) => last(await count(renew(redis.multi(), userId), userId).exec()) === 1,
    leave: async (userId) =>
      last(await count(redis.multi().zrem(keyOf(userId), process), userId).exec()) === 0,
    async areOnline(userIds) {
      const asked = userIds.reduce(
        (chain, userId) => chain.zcount(keyOf(userId), Date.now(), '+inf'),
        redis.pipeline(),
      )
      return ((await asked.exec()) ?? []).map(([error, found]) => !error && Number(found) > 0)
    },
    async renew(userIds) {
      for (let start = 0; start < userIds.length; start += 1000) {
        await userIds
          .slice(start, start + 1000)
          .reduce(renew, redis.pipeline())
          .exec()
      }
    },
  }
}

function last(replies: [Error | null, unknown][] | null): number {
  const [error, value] = replies?.at(-1) ?? [null, 0]
  if (error) throw error
  return Number(value)
}
