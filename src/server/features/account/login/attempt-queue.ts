import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { tooMany } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { sharedMemory } from '#server/platform/shared-memory.ts'
import { boundedQueue } from './bounded-queue.ts'

/** Attempts at one account that may wait behind the one that is judged. */
const WAITING = 5
const RETRY_AFTER_SECONDS = 10
// Longer than the longest attempt: a process that dies within one holds the others up no longer than this.
const LOCK_MS = 30_000
const ASK_AGAIN_MS = 50
const UNLOCK = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

const queues = new Map<string, { inTurn: ReturnType<typeof boundedQueue>; users: number }>()

/**
 * Runs the attempts of one `key` one after the other, with Redis over all processes. A few may wait, further
 * ones get 429.
 * Parallel guesses are therefore no faster than sequential ones, from however many addresses they come.
 */
export async function oneAttemptAtATime<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? {
    inTurn: boundedQueue({ running: 1, waiting: WAITING, refuse: () => tooMany(RETRY_AFTER_SECONDS) }),
    users: 0,
  }
  queues.set(key, queue)
  queue.users++
  try {
    return await queue.inTurn(() => withSharedLock(key, attempt))
  } finally {
    // Leaves with its last user, so that made-up accounts fill no memory (LIVE L17).
    if (--queue.users === 0) queues.delete(key)
  }
}

async function withSharedLock<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  if (!sharedMemory) return attempt()
  const [name, owner] = [`royal:attempt:${key}`, randomUUID()]
  await lock(name, owner)
  try {
    return await attempt()
  } finally {
    await sharedMemory.eval(UNLOCK, 1, name, owner).catch(withoutRedis)
  }
}

/** Waits for the lock; goes on without it while Redis is away, as the rate limits do. */
async function lock(name: string, owner: string): Promise<void> {
  const deadline = Date.now() + LOCK_MS
  while (
    (await sharedMemory!
      .set(name, owner, 'PX', LOCK_MS, 'NX')
      .then((reply) => reply ?? 'taken', withoutRedis)) === 'taken'
  ) {
    if (Date.now() > deadline) throw tooMany(RETRY_AFTER_SECONDS)
    await wait(ASK_AGAIN_MS)
  }
}

function withoutRedis(error: Error): null {
  logger.debug({ reason: error.message }, 'attempts to log in are taken one by one without Redis')
  return null
}
