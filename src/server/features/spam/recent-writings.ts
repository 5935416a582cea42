import { LRUCache } from 'lru-cache'
import { fold } from '#server/platform/fold.ts'
import { sign } from '#server/platform/keys.ts'
import { logger } from '#server/platform/logger.ts'
import { sharedMemory } from '#server/platform/shared-memory.ts'

const HOUR = 3600_000
const MINUTE = 60_000
/** Of one person; who writes more in an hour has long been noticed. */
const MOST = 60

interface Written {
  print: string
  at: number
}

/** How often a person has written this in the last hour, and how much of anything in the last minute. */
interface Counted {
  repeats: number
  pace: number
}

/** What each person has written lately at this process: prints of the words, never the words. Bounded (LIVE L17). */
const recent = new LRUCache<string, Written[]>({ max: 20_000, ttl: HOUR })

// What is changed by letter case, accents, blanks and signs alone is the same text. Nobody can try words on a print.
const printOf = (text: string): string =>
  sign('spam-prints', fold(text).replace(/[^\p{L}\p{N}]+/gu, '')).slice(0, 16)

/** Counts what a person writes, at whichever server process; answers what came before it. */
export async function noteWriting(userId: string, text: string, now = Date.now()): Promise<Counted> {
  const written = { print: printOf(text), at: now }
  // Also what the others do not hear while Redis is away, or lost when it fell over.
  const here = compare(written, noteHere(userId, written))
  if (!sharedMemory) return here
  const everywhere = compare(written, await noteEverywhere(userId, written))
  return { repeats: Math.max(here.repeats, everywhere.repeats), pace: Math.max(here.pace, everywhere.pace) }
}

/** What is known of somebody whose account goes. */
export async function forgetWritings(userId: string): Promise<void> {
  recent.delete(userId)
  await sharedMemory?.del(keyOf(userId)).catch(withoutRedis)
}

function noteHere(userId: string, written: Written): readonly Written[] {
  const before = recent.get(userId) ?? []
  recent.set(userId, [...before, written].slice(-MOST))
  return before
}

const keyOf = (userId: string): string => `royal:written:${userId}`

// One round trip, and one step: of two at the same moment, the second sees the first.
async function noteEverywhere(userId: string, { print, at }: Written): Promise<readonly Written[]> {
  const key = keyOf(userId)
  const replies = await sharedMemory!.multi().lrange(key, 0, -1).rpush(key, `${at} ${print}`).ltrim(key, -MOST, -1).pexpire(key, HOUR).exec().catch(withoutRedis)
  const [, lines = []] = (replies?.[0] ?? []) as [Error | null, string[]?]
  return lines.map((line) => ({ at: Number(line.split(' ')[0]), print: line.split(' ')[1] ?? '' }))
}

// Nobody is kept from writing because of it, and it leaves by itself.
function withoutRedis(error: Error): null {
  logger.debug({ reason: error.message }, 'what is written is counted without Redis')
  return null
}

function compare({ print, at: now }: Written, before: readonly Written[]): Counted {
  const lately = before.filter(({ at }) => now - at < HOUR)
  return { repeats: lately.filter((one) => one.print === print).length, pace: lately.filter(({ at }) => now - at < MINUTE).length }
}
