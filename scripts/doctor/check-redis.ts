import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { config } from '#server/platform/config.ts'
import { fault, ok, reasonOf, warning, type Check, type Finding } from './finding.ts'

const WAIT_MS = 5_000
/** The oldest version that the product is tested with. */
const OLDEST = 6

export const checkRedis: Check = { part: 'Redis', look: lookAtRedis }

async function lookAtRedis(): Promise<Finding | Finding[]> {
  if (!config.REDIS_URL) return ok('REDIS_URL is not set, which is right for a single server process.')
  const redis = new Redis(config.REDIS_URL, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    commandTimeout: WAIT_MS,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  })
  // The rejected call says only that the connection is closed.
  let reason: unknown
  redis.on('error', (error) => (reason = error))
  try {
    await redis.connect()
    const key = `royal:doctor:${randomUUID()}`
    await redis.set(key, '1', 'PX', WAIT_MS)
    await redis.del(key)
    return await aboutServer(redis)
  } catch (error) {
    return fault(
      `It does not answer (${reasonOf(reason ?? error)}). Start it, let this machine reach it, or correct REDIS_URL with its password.`,
    )
  } finally {
    redis.disconnect()
  }
}

async function aboutServer(redis: Redis): Promise<Finding[]> {
  const info = await redis.info()
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of an unknown version'
  if (Number.parseInt(version, 10) < OLDEST)
    return [fault(`It is Redis ${version}; the server needs ${OLDEST}.2 or newer.`)]
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  const limit = Number(/^maxmemory:(\d+)/m.exec(info)?.[1] ?? 0)
  const findings = [ok(`Redis ${version} takes writes. It needs neither persistence nor a backup.`)]
  if (limit > 0 && policy !== 'noeviction')
    findings.push(
      warning(
        `Its maxmemory-policy ${policy} may drop counts of rate limits, and what has just changed, so that pages keep old states. Set it to noeviction.`,
      ),
    )
  return findings
}
