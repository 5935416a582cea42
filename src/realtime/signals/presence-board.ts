import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Who has a socket, in whatever process. */
export interface PresenceBoard {
  /** This process has sockets of a person. True when nobody had before. */
  arrive(userId: string): Promise<boolean>
  /** It has none any more. True when nobody has. */
  leave(userId: string): Promise<boolean>
  areThere(userIds: readonly string[]): Promise<boolean[]>
  /**
   * These are all who are here: what a process does not repeat for `lifetime` is forgotten, in case it was
   * killed.
   */
  beat(userIds: readonly string[]): Promise<void>
}

/** One process: a person leaves the set with their last socket. */
export function localBoard(): PresenceBoard {
  const there = new Set<string>()
  return {
    async arrive(userId) {
      const isNew = !there.has(userId)
      there.add(userId)
      return isNew
    },
    leave: async (userId) => there.delete(userId),
    areThere: async (userIds) => userIds.map((userId) => there.has(userId)),
    async beat() {},
  }
}

const keyOf = (userId: string): string => `royal:presence:${userId}`

/** Several processes: a sorted set a person, of the processes where they are and until when to believe it. */
export function sharedBoard(redis: Redis, lifetime: number): PresenceBoard {
  const process = randomUUID()
  const believe = (chain: ReturnType<Redis['multi']>, userId: string) =>
    chain.zadd(keyOf(userId), Date.now() + lifetime, process).pexpire(keyOf(userId), lifetime)
  const count = (chain: ReturnType<Redis['multi']>, userId: string) =>
    chain.zremrangebyscore(keyOf(userId), '-inf', Date.now()).zcard(keyOf(userId))

  return {
    arrive: async (userId) => last(await count(believe(redis.multi(), userId), userId).exec()) === 1,
    leave: async (userId) =>
      last(await count(redis.multi().zrem(keyOf(userId), process), userId).exec()) === 0,
    async areThere(userIds) {
      const asked = userIds.reduce(
        (chain, userId) => chain.zcount(keyOf(userId), Date.now(), '+inf'),
        redis.pipeline(),
      )
      return ((await asked.exec()) ?? []).map(([error, found]) => !error && Number(found) > 0)
    },
    async beat(userIds) {
      for (let start = 0; start < userIds.length; start += 1000) {
        await userIds
          .slice(start, start + 1000)
          .reduce(believe, redis.pipeline())
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
