import { LRUCache } from 'lru-cache'
import { sign } from '#server/platform/keys.ts'
import { sharedMemory } from '#server/platform/shared-memory.ts'
import { withoutRedis } from './recent-writings.ts'
import { DAY, newness } from './spam-score.ts'

/** More accounts do not raise the score. */
const MOST = 20

/**
 * By fingerprint: the accounts that have written it (pseudonyms), and how new each was. Bounded (LIVE L17).
 */
const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: 20_000, ttl: DAY })

const keyOf = (print: string): string => `royal:print:${print}`

const pseudonymOf = (userId: string): string => sign('spam-prints', `author|${userId}`).slice(0, 16)

/**
 * How many other new accounts have written the same in the last day, at all processes, weighted by how new
 * they were.
 */
export async function othersWith(print: string, userId: string): Promise<number> {
  const writers = await writersOf(print)
  writers.delete(pseudonymOf(userId))
  return [...writers.values()].reduce((sum, weight) => sum + weight, 0)
}

async function writersOf(print: string): Promise<Map<string, number>> {
  const shared = (await sharedMemory?.hgetall(keyOf(print)).catch(withoutRedis)) ?? {}
  return new Map([
    ...(known.get(print) ?? []),
    ...Object.entries(shared).map(([author, weight]) => [author, Number(weight)] as const),
  ])
}

/** After an admin has published it, others who write the same are not suspicious. */
export async function forgetFingerprint(print: string): Promise<void> {
  known.delete(print)
  await sharedMemory?.del(keyOf(print)).catch(withoutRedis)
}

/** Remembers for a day that a new account has written this. */
export async function countFingerprint(print: string, userId: string, accountAge: number): Promise<void> {
  const weight = newness(accountAge)
  const writers = await writersOf(print)
  const author = pseudonymOf(userId)
  if (weight === 0 || writers.has(author) || writers.size >= MOST) return
  known.set(print, new Map([...writers, [author, weight]]))
  const key = keyOf(print)
  await sharedMemory?.multi().hset(key, author, weight).pexpire(key, DAY).exec().catch(withoutRedis)
}
