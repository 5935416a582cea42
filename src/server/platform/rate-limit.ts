import type { Request, RequestHandler } from 'express'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { networkOf } from './address.ts'
import { config } from './config.ts'
import { tooMany } from './errors.ts'
import { sharedMemory } from './shared-memory.ts'

/** What may be done so often. Its domain declares it, beside what it limits. */
export interface RateLimit {
  /** Limits a visitor, counted by network. Without it visitors share one allowance for all calls. */
  readonly forVisitors: boolean
  /**
   * Counts `points` attempts of `key`. Throws 429 with the seconds to wait when there were too many. A key that
   * is an IPv6 network (`networkOf`) also counts for its /48, which may have ten times as many.
   */
  consume(key: string, points?: number): Promise<void>
  /** Resets the attempts of `key`, for instance after the right password. */
  forgive(key: string): Promise<void>
  /** Counts one attempt of `key`, refuses none, and answers how many there were. */
  penalise(key: string): Promise<number>
  /** How many attempts of `key` were counted beyond what is allowed; 0 within it. */
  overuse(key: string): Promise<number>
  /** How long `key` has to wait because its attempts are used up, seconds; 0 while it may go on. */
  secondsUntilFree(key: string): Promise<number>
}

const names = new Set<string>()
// One customer of a provider may have a /48, which is 65,536 networks of a household's size.
const TIMES_A_SITE = 10

/**
 * Declares a limit of `times` in `seconds` (SECURITY, Rates). `times` is multiplied by RATE_LIMIT_FACTOR. All
 * processes count under its `name`.
 */
export function rateLimit(
  name: string,
  times: number,
  seconds: number,
  { forVisitors = false } = {},
): RateLimit {
  if (names.has(name)) throw new Error(`There are two rate limits called ${name}`)
  names.add(name)
  const limiter = limiterOf(name, times, seconds)
  const siteLimiter = limiterOf(`${name}:site`, times * TIMES_A_SITE, seconds)
  return {
    forVisitors,
    consume: async (key, points = 1) => {
      try {
        await limiter.consume(key, points)
        const site = siteOf(key)
        if (site) await siteLimiter.consume(site, points)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
        throw error
      }
    },
    forgive: async (key) => void (await limiter.delete(key)),
    penalise: async (key) => (await limiter.penalty(key)).consumedPoints,
    overuse: async (key) => Math.max(0, ((await limiter.get(key))?.consumedPoints ?? 0) - limiter.points),
    secondsUntilFree: async (key) => {
      const used = await limiter.get(key)
      return used && used.consumedPoints >= limiter.points
        ? Math.max(1, Math.ceil(used.msBeforeNext / 1000))
        : 0
    },
  }
}

/** The /48 of a key that is an IPv6 network; null for other keys. */
const siteOf = (key: string): string | null =>
  key.endsWith('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : null

function limiterOf(name: string, times: number, duration: number): RateLimiterAbstract {
  const options = {
    keyPrefix: `rate:${name}`,
    points: Math.max(1, Math.round(times * config.RATE_LIMIT_FACTOR)),
    duration,
  }
  const memory = new RateLimiterMemory(options)
  // Without Redis for a moment each process counts for itself: weaker, but nobody is locked out.
  return sharedMemory
    ? new RateLimiterRedis({ ...options, storeClient: sharedMemory, insuranceLimiter: memory })
    : memory
}

const visitorRate = rateLimit('visitor', 300, 300)
const GENERAL = { read: rateLimit('read', 3000, 300), write: rateLimit('write', 600, 300) }

/** A limit of its own, or what most calls share: reads, or writes. */
export type CallLimit = RateLimit | keyof typeof GENERAL

/**
 * Limits a route: by person where one is signed in, else by network with the visitors' allowance, unless the
 * limit has one for visitors.
 */
export function limitRate(of: CallLimit): RequestHandler {
  return async (req, _res, next) => {
    await consumeRate(of, req)
    next()
  }
}

/** Counts one call. Throws 429. */
export async function consumeRate(of: CallLimit, { user, ip }: Request): Promise<void> {
  const limit = typeof of === 'string' ? GENERAL[of] : of
  if (user) await limit.consume(user.id)
  else await (limit.forVisitors ? limit : visitorRate).consume(networkOf(ip))
}
