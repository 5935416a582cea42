import { LRUCache } from 'lru-cache'
import { WRITINGS, type Writing } from '#contract/moderation.constants.ts'
import { logger } from '#server/platform/logger.ts'
import { sharedMemory } from '#server/platform/shared-memory.ts'
import { HOUR } from './spam-score.ts'

/** Of one person and kind; who writes more in an hour has long been noticed. */
const MOST = 60

/** Something that was written: a print of the words, never the words. */
export interface Entry {
  /** The clientId where there is one: the same id is the same writing (LIVE L5). */
  id: string
  print: string
  at: number
  /** Messages: to whom. */
  to?: string
}

/** What each person has written lately at this process, by kind. Bounded (LIVE L17). */
const recent = new LRUCache<string, readonly Entry[]>({ max: 20_000, ttl: HOUR })

const keyOf = (userId: string, kind: Writing): string => `royal:written:${userId}:${kind}`

/**
 * What a person has written of one kind within the last hour, at whichever server process. Also what this one
 * alone knows, because Redis was away or has lost it.
 */
export async function writtenLately(userId: string, kind: Writing): Promise<Entry[]> {
  const key = keyOf(userId, kind)
  const lines = (await sharedMemory?.lrange(key, 0, -1).catch(withoutRedis)) ?? []
  const everywhere = lines.map((line) => JSON.parse(line) as Entry)
  const byId = new Map([...(recent.get(key) ?? []), ...everywhere].map((entry) => [entry.id, entry]))
  return [...byId.values()].filter(({ at }) => Date.now() - at < HOUR).sort((a, b) => a.at - b.at)
}

/**
 * Counts something that has been written. Called after the commit, and never for what was refused or has
 * failed.
 */
export async function countWritten(userId: string, kind: Writing, entry: Entry): Promise<void> {
  const key = keyOf(userId, kind)
  recent.set(key, [...(recent.get(key) ?? []), entry].slice(-MOST))
  await sharedMemory
    ?.multi()
    .rpush(key, JSON.stringify(entry))
    .ltrim(key, -MOST, -1)
    .pexpire(key, HOUR)
    .exec()
    .catch(withoutRedis)
}

/** Removes what is known of somebody whose account goes. */
export async function forgetWritings(userId: string): Promise<void> {
  const keys = WRITINGS.map((kind) => keyOf(userId, kind))
  for (const key of keys) recent.delete(key)
  await sharedMemory?.del(keys).catch(withoutRedis)
}

/** Nobody is kept from writing because Redis is away. */
export function withoutRedis(error: Error): null {
  logger.debug({ reason: error.message }, 'what is written is counted without Redis')
  return null
}
