import { LRUCache } from 'lru-cache'
import { WRITINGS, type Writing } from '#contract/moderation.constants.ts'
import { sharedMemory, withoutRedis } from '#server/platform/shared-memory.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'

/** Of one person and kind; more in an hour was detected before. */
const MAX_ENTRIES = 60

/** A written text: its fingerprint, never its words. */
export interface Entry {
  /** The clientId when there is one: the same id is the same text (LIVE L5). */
  id: string
  print: string
  at: number
  /** The receiver, for messages. */
  to?: string
}

/** What each person has written lately at this process, by kind. Bounded (LIVE L17). */
const recent = new LRUCache<string, readonly Entry[]>({ max: 20_000, ttl: HOUR })

const keyOf = (userId: string, kind: Writing): string => `royal:written:${userId}:${kind}`

/**
 * What a person has written of one kind within the last hour, at all processes. Includes what only this
 * process knows because Redis was down or lost it.
 */
export async function writtenLately(userId: string, kind: Writing): Promise<Entry[]> {
  const key = keyOf(userId, kind)
  const lines = (await sharedMemory?.lrange(key, 0, -1).catch(withoutRedis)) ?? []
  const everywhere = lines.map((line) => JSON.parse(line) as Entry)
  const byId = new Map([...(recent.get(key) ?? []), ...everywhere].map((entry) => [entry.id, entry]))
  return [...byId.values()].filter(({ at }) => clock.now() - at < HOUR).sort((a, b) => a.at - b.at)
}

/** Counts a published or queued text; called after the commit. */
export async function countWritten(userId: string, kind: Writing, entry: Entry): Promise<void> {
  const key = keyOf(userId, kind)
  recent.set(key, [...(recent.get(key) ?? []), entry].slice(-MAX_ENTRIES))
  await sharedMemory
    ?.multi()
    .rpush(key, JSON.stringify(entry))
    .ltrim(key, -MAX_ENTRIES, -1)
    .pexpire(key, HOUR)
    .exec()
    .catch(withoutRedis)
}

/** Deletes the entries of a deleted account. */
export async function forgetWritings(userId: string): Promise<void> {
  const keys = WRITINGS.map((kind) => keyOf(userId, kind))
  for (const key of keys) recent.delete(key)
  await sharedMemory?.del(keys).catch(withoutRedis)
}
