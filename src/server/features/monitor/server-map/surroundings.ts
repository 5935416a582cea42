import { statfs } from 'node:fs/promises'
import { setCondition, openConditions } from '#server/platform/conditions.ts'
import { config } from '#server/platform/config.ts'
import { clockDifference } from '#server/platform/clock.ts'
import { PROCESS_ID, isServer } from '#server/platform/process-id.ts'
import { sharedMemory, withoutRedis } from '#server/platform/shared-memory.ts'
import { VERSION } from '#server/platform/version.ts'
import type { PipeDocument, Surroundings } from './pipes.model.ts'

const AWAY = 'away'

/** Reads what is around this process. */
export const measureSurroundings = async (): Promise<Surroundings> => ({
  version: VERSION,
  conditions: openConditions(),
  clock: Math.round(Math.abs(clockDifference()) / 1000),
  disk: await fullestDisk(),
  // No server need share one with a process that hears nobody.
  redis: isServer() ? await redisMark() : AWAY,
})

async function fullestDisk(): Promise<number | null> {
  const shares = await Promise.all(
    [config.DATA_DIR, config.UPLOADS_DIR].map((folder) =>
      statfs(folder).then(
        ({ blocks, bfree, bavail }) => Math.round(((blocks - bfree) / (blocks - bfree + bavail)) * 100),
        // A folder that is missing is the business of the health check.
        () => null,
      ),
    ),
  )
  const known = shares.filter((share) => share !== null && Number.isFinite(share)) as number[]
  return known.length > 0 ? Math.max(...known) : null
}

/** A word that the first process writes into Redis, and all others read there. */
async function redisMark(): Promise<string | null> {
  if (!sharedMemory) return null
  const mark = await sharedMemory
    .multi()
    .set('royal:site', PROCESS_ID, 'NX')
    .get('royal:site')
    .exec()
    .catch(withoutRedis)
  return (mark?.[1]?.[1] as string | undefined) ?? AWAY
}

/** Processes that did not share our Redis at the last look, and when they had measured themselves. */
let apart = new Map<string, number>()

/**
 * Notes whether other processes use this database without sharing this one's Redis. Only one that has measured itself
 * since the last look lives: the measurement of a killed one stays for a while.
 */
export function findNeighbours(pipes: readonly PipeDocument[], own: string | null): void {
  if (own === AWAY) return
  const others = pipes.filter(
    ({ _id, surroundings }) =>
      _id !== PROCESS_ID &&
      surroundings &&
      surroundings.redis !== AWAY &&
      (own === null || surroundings.redis !== own),
  )
  const living = others.filter(({ _id, at }) => at.getTime() > (apart.get(_id) ?? Infinity))
  apart = new Map(others.map(({ _id, at }) => [_id, at.getTime()]))
  // One that has not measured itself again yet tells nothing new.
  if (living.length > 0 || others.length === 0)
    setCondition('split', living.length > 0, living.map(({ name }) => name).join(', '))
}
