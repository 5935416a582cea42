import { LRUCache } from 'lru-cache'
import { sign } from '#server/platform/keys.ts'
import { sharedMemory, withoutRedis } from '#server/platform/shared-memory.ts'
import { DAY } from '#server/platform/durations.ts'
import { newness } from './spam-score.ts'

/** More accounts do not raise the score. */
const MAX_WRITERS = 20

/**
 * By fingerprint: the accounts that have written it (pseudonyms), and how new each was. Bounded (LIVE L17).
 */
const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: 20_000, ttl: DAY })

const keyOf = (fingerprint: string): string => `royal:print:${fingerprint}`

const pseudonymOf = (userId: string): string => sign('spam-prints', `author|${userId}`).slice(0, 16)

/**
 * How many other new accounts have written the same in the last day, at all processes, weighted by how new
 * they were.
 */
export async function othersWith(fingerprint: string, userId: string): Promise<number> {
  const writers = await writersOf(fingerprint)
  writers.delete(pseudonymOf(userId))
  return [...writers.values()].reduce((sum, weight) => sum + weight, 0)
}

async function writersOf(fingerprint: string): Promise<Map<string, number>> {
  const shared = (await sharedMemory?.hgetall(keyOf(fingerprint)).catch(withoutRedis)) ?? {}
  return new Map([
    ...(known.get(fingerprint) ?? []),
    ...Object.entries(shared).map(([author, weight]) => [author, Number(weight)] as const),
  ])
}

/** After an admin has published it, others who write the same are not suspicious. */
export async function forgetFingerprint(fingerprint: string): Promise<void> {
  known.delete(fingerprint)
  await sharedMemory?.del(keyOf(fingerprint)).catch(withoutRedis)
}

/** Remembers for a day that a new account has written this. */
export async function countFingerprint(
  fingerprint: string,
  userId: string,
  accountAge: number,
): Promise<void> {
  const weight = newness(accountAge)
  const writers = await writersOf(fingerprint)
  const author = pseudonymOf(userId)
  if (weight === 0 || writers.has(author) || writers.size >= MAX_WRITERS) return
  known.set(fingerprint, new Map([...writers, [author, weight]]))
  const key = keyOf(fingerprint)
  await sharedMemory?.multi().hset(key, author, weight).pexpire(key, DAY).exec().catch(withoutRedis)
}
