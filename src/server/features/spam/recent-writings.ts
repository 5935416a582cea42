import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { fold } from '#server/platform/fold.ts'

const HOUR = 3600_000
const MINUTE = 60_000
/** Of one person; who writes more in an hour has long been noticed. */
const MOST = 60

interface Written {
  print: string
  at: number
}

/** What each person has written lately, as far as this process has seen it: prints of the words, never the words. Bounded (LIVE L17). */
const recent = new LRUCache<string, Written[]>({ max: 20_000, ttl: HOUR })

// What is changed by letter case, accents, blanks and signs alone is the same text.
const printOf = (text: string): string => createHash('sha256').update(fold(text).replace(/[^\p{L}\p{N}]+/gu, '')).digest('base64url').slice(0, 16)

/** How often a person has written this in the last hour, and how much of anything in the last minute. Then it counts too. */
export function noteWriting(userId: string, text: string, now = Date.now()): { repeats: number; pace: number } {
  const print = printOf(text)
  const before = (recent.get(userId) ?? []).filter(({ at }) => now - at < HOUR)
  recent.set(userId, [...before, { print, at: now }].slice(-MOST))
  return { repeats: before.filter((one) => one.print === print).length, pace: before.filter(({ at }) => now - at < MINUTE).length }
}
