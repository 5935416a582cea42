import type { RequestHandler } from 'express'
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

/** [times, seconds]. SECURITY, Rates; every number is multiplied by RATE_LIMIT_FACTOR. */
const RATES = {
  login: [5, 15 * 60],
  loginAddress: [50, 3600],
  loginAccount: [20, 3600],
  // Failures at one account, from wherever but its known devices, until only those and mailed links open it.
  loginDay: [100, 24 * 3600],
  // Failures of one known device, until it counts as any other.
  loginDevice: [20, 24 * 3600],
  register: [5, 30 * 60],
  // Accounts from an address that sent no proof of a solved puzzle.
  registerUnproven: [5, 24 * 3600],
  // Counted by countUse, which no factor changes. Longer than a puzzle and its proof live.
  puzzleAnswers: [3, 3600],
  puzzleProofs: [1, 2 * 3600],
  // The password of now, asked of who is signed in.
  passwordCheck: [5, 15 * 60],
  // Codes of a second factor, tried by who has given the right password.
  secondFactor: [5, 15 * 60],
  emailChange: [5, 3600],
  confirmation: [3, 3600],
  forgot: [3, 3600],
  forgotAddress: [10, 3600],
  visitor: [300, 300],
  read: [3000, 300],
  write: [600, 300],
  posts: [10, 60],
  comments: [30, 60],
  reactions: [120, 60],
  follows: [60, 60],
  messages: [60, 60],
  newPeople: [20, 3600],
  uploads: [30, 30 * 60],
  uploadMegabytes: [3000, 24 * 3600],
  // A page of the feed shows forty.
  files: [6000, 300],
  reports: [20, 3600],
  checks: [30, 60],
  browserErrors: [20, 3600],
  // By address: a school has many readers.
  pageViews: [300, 60],
  exports: [10, 3600],
} as const satisfies Record<string, readonly [number, number]>

export type LimitName = keyof typeof RATES

const limiters = new Map<LimitName, RateLimiterAbstract>(
  (Object.entries(RATES) as [LimitName, readonly [number, number]][]).map(([name, rate]) => [
    name,
    limiter(name, rate),
  ]),
)

function limiter(name: LimitName, [times, duration]: readonly [number, number]): RateLimiterAbstract {
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

/**
 * Counts one attempt of `key`, or as many points as it costs; throws 429 with the seconds to wait when there
 * were too many.
 */
export async function consume(name: LimitName, key: string, points = 1): Promise<void> {
  try {
    await limiters.get(name)!.consume(key, points)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
    throw error
  }
}

/** Forgets the attempts of `key`, for instance after the right password. */
export const forgive = (name: LimitName, key: string) => limiters.get(name)!.delete(key)

/** Counts one more attempt of `key` without refusing it. */
export const penalise = async (name: LimitName, key: string): Promise<void> =>
  void (await limiters.get(name)!.penalty(key))

/**
 * Counts one more use of `key` and answers the how manieth it is: for what may be used a fixed number of
 * times.
 */
export const countUse = async (name: LimitName, key: string): Promise<number> =>
  (await limiters.get(name)!.penalty(key)).consumedPoints

/** How many attempts of `key` were counted beyond what is allowed; 0 within it. */
export async function overuse(name: LimitName, key: string): Promise<number> {
  const limiter = limiters.get(name)!
  const held = await limiter.get(key)
  return Math.max(0, (held?.consumedPoints ?? 0) - limiter.points)
}

/** How long `key` has to wait because its attempts are used up, seconds; 0 while it may go on. */
export async function secondsUntilFree(name: LimitName, key: string): Promise<number> {
  const limiter = limiters.get(name)!
  const held = await limiter.get(key)
  return held && held.consumedPoints >= limiter.points ? Math.max(1, Math.ceil(held.msBeforeNext / 1000)) : 0
}

/** Limits with an allowance of their own also for visitors. */
const FOR_EVERYBODY: ReadonlySet<LimitName> = new Set(['files', 'browserErrors'])

/**
 * Limits a route: by person where one is signed in, else by address with the visitors' allowance, unless it
 * has its own.
 */
export function limitRate(name: LimitName): RequestHandler {
  return async (req, _res, next) => {
    if (req.user) await consume(name, req.user.id)
    else await consume(FOR_EVERYBODY.has(name) ? name : 'visitor', networkOf(req.ip))
    next()
  }
}
