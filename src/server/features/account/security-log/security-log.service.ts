import { Types } from 'mongoose'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { AccountActivityView } from '#contract/account.settings.ts'
import { PAGE } from '#contract/limits.ts'
import { prefixOf } from '#server/platform/address.ts'
import { bus } from '#server/platform/bus.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { config } from '#server/platform/config.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { securityEvents } from '#server/platform/metrics.ts'
import { onSecurityEvent, type SecurityEvent } from '#server/platform/security-events.ts'
import { describeDevice } from '#server/features/account/login/sessions.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import { ENTRIES_OF_PERSON, SecurityModel, type SecurityEntry } from './security-log.model.ts'

/**
 * Refusals that one process writes a minute, times RATE_LIMIT_FACTOR, so that nobody fills the log or the store.
 * Further ones are only counted.
 */
const refusalsWritten = new RateLimiterMemory({ points: 300 * config.RATE_LIMIT_FACTOR, duration: 60 })
/** This many refused log-ins in so many seconds at one process are an attack. */
const WAVE = { points: 100, duration: 300 } as const
const refusedLogins = new RateLimiterMemory(WAVE)

const underway = new Set<Promise<void>>()

/**
 * Writes every security event of this process to the log, the store and the metrics. Returns the function
 * that stops it.
 */
export const recordSecurityEvents = (): (() => void) =>
  onSecurityEvent((event) => {
    const work = record(event)
      .catch((error: unknown) =>
        logger.error({ err: error, job: 'security log' }, 'a security event could not be written'),
      )
      .finally(() => underway.delete(work))
    underway.add(work)
  })

/** Waits for running writes. */
export const securityLogWritten = async (): Promise<void> => void (await Promise.all(underway))

async function record({ event, outcome, userId: given, req }: SecurityEvent): Promise<void> {
  // Read now: the request may be over when the rest is known.
  const [network, device, at] = [prefixOf(req.ip), describeDevice(req), clock.date()]
  securityEvents.inc({ event, outcome })
  if (outcome === 'refused' && event === 'login') await watchForWave()
  if (outcome === 'refused' && !(await isWithin(refusalsWritten))) return
  const userId = await given
  logger.info({ event, outcome, userId, network, device: device.kind }, 'security')
  const entry = {
    event,
    outcome,
    userId: userId === null ? null : new Types.ObjectId(userId),
    network,
    device,
    at,
  }
  if (outcome === 'done') {
    await SecurityModel.create({ ...entry, _id: clock.id().toHexString() })
    return
  }
  await countRefusal(entry)
  if (userId !== null) bus.emit('access:refused', { userId })
}

async function countRefusal(entry: Omit<SecurityEntry, '_id' | 'times'>): Promise<void> {
  const _id = [
    entry.event,
    entry.userId?.toHexString() ?? '',
    entry.network,
    Math.floor(entry.at.getTime() / HOUR),
  ].join('|')
  const count = () => SecurityModel.updateOne({ _id }, { $set: entry, $inc: { times: 1 } }, { upsert: true })
  await count().catch((error: unknown) => {
    // Another process has just inserted the line.
    if (!isDuplicateKey(error)) throw error
    return count()
  })
}

async function watchForWave(): Promise<void> {
  if (await isWithin(refusedLogins)) return
  // An error, so that the monitor shows it; once for each wave.
  const counted = await refusedLogins.get('all')
  if (counted?.consumedPoints === WAVE.points + 1)
    logger.error({ job: 'security log' }, 'a wave of refused log-ins: more than 100 within five minutes')
}

const isWithin = (limiter: RateLimiterMemory): Promise<boolean> =>
  limiter.consume('all').then(
    () => true,
    () => false,
  )

/** The newest events of a person's account, successful and refused ones. */
export async function activityOf(userId: string): Promise<AccountActivityView[]> {
  const entries = await SecurityModel.find({ userId })
    .hint(ENTRIES_OF_PERSON)
    .sort({ at: -1 })
    .limit(PAGE.activity)
    .lean<SecurityEntry[]>()
  return entries.map(({ _id, event, outcome, device, times, at }) => ({
    // The rest of a line's id is internal.
    id: `${_id.split('|')[0]}-${at.getTime()}`,
    event,
    outcome,
    times,
    device: device.kind,
    browser: device.browser,
    system: device.system,
    country: device.country,
    at: at.toISOString(),
  }))
}

/** All events for the person's export, newest first. */
export async function* exportedActivity(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { event, outcome, network, device, times, at } of rowsOf(
    SecurityModel.find({ userId }).sort({ at: -1 }).lean<SecurityEntry[]>(),
  )) {
    yield { event, outcome, network, ...device, times, at }
  }
}

export const eraseSecurityLog: Erase = async ({ id }) => void (await SecurityModel.deleteMany({ userId: id }))
