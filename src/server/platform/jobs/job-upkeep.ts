import { isDuplicateKey } from '../errors.ts'
import { sweepParts } from '../sweep.ts'
import { MAX_CRASHES, REST_MS } from './job-attempt.ts'
import { PERIODIC, type JobKind } from './job-kinds.ts'
import { LEASE_MS } from './job-store.ts'
import { JobModel } from './jobs.model.ts'

/** How long work that must be done stays dead before it is tried once more, ms. */
const DEAD_MS = 24 * 3600_000

// The native driver: mongoose would cast pipelines, and does not know $$NOW.
const jobs = () => JobModel.collection
const inMs = (ms: number) => ({ $add: ['$$NOW', ms] })

/**
 * Brings back work of these kinds that would not go on by itself: periodic work whose document is gone, what was planned
 * while the store's clock was ahead, and dead work that must be done.
 */
export async function reviveJobs(kinds: readonly JobKind[]): Promise<void> {
  await sweepParts(
    ...kinds.flatMap(({ kind, everyMs }) =>
      everyMs === undefined ? [] : [() => scheduleJob(kind, PERIODIC, everyMs)],
    ),
    () => planAgain(kinds),
    ...kinds.filter(({ isObligation }) => isObligation).map((kind) => () => reviveDead(kind)),
  )
}

/** Stores periodic work once; `everyMs` may have become shorter. Up to version 0.1 it could be dead. */
export async function scheduleJob(kind: string, key: string, everyMs: number): Promise<void> {
  const once = (value: unknown, field: string) => ({ $ifNull: [field, value] })
  const isRunning = { $eq: ['$state', 'running'] }
  const rests = { $gt: ['$attempts', 0] }
  const fields = {
    kind,
    key,
    payload: once({}, '$payload'),
    state: { $cond: [isRunning, 'running', 'waiting'] },
    diedAt: '$$REMOVE',
    owner: once(null, '$owner'),
    attempts: once(0, '$attempts'),
    failures: once(0, '$failures'),
    progress: null,
    lastError: once(null, '$lastError'),
    asked: once(1, '$asked'),
    createdAt: once('$$NOW', '$createdAt'),
    dueAt: { $min: ['$dueAt', { $cond: [rests, inMs(Math.max(everyMs, REST_MS)), inMs(everyMs)] }] },
  }
  const write = () => jobs().updateOne({ kind, key }, [{ $set: fields }], { upsert: true })
  await write().catch((error: unknown) => (isDuplicateKey(error) ? write() : Promise.reject(error)))
}

/**
 * A lease that a dead process took, and a next try, that are further away than they can be: the store's clock was ahead
 * when they were planned. Work that was planned without a failure keeps its time.
 */
async function planAgain(kinds: readonly JobKind[]): Promise<void> {
  const kind = { $in: kinds.map((one) => one.kind) }
  const longestWait = Math.max(0, ...kinds.flatMap(({ backoffMs }) => backoffMs))
  const sooner = (which: object, ms: number) =>
    jobs().updateMany({ kind, ...which, $expr: { $gt: ['$dueAt', inMs(ms)] } }, [
      { $set: { dueAt: inMs(ms) } },
    ])
  await sooner({ state: 'running' }, LEASE_MS)
  await sooner({ state: 'waiting', failures: { $gt: 0 } }, longestWait)
}

/** Nobody may have looked at the monitor: work that must be done has one more run each day. */
const reviveDead = ({ kind, maxAttempts }: JobKind): Promise<unknown> => {
  // One run, whether its last ones failed or ended their process.
  const attempts = Math.min(maxAttempts, MAX_CRASHES) - 1
  const lastRun = Number.isFinite(maxAttempts) ? maxAttempts - 1 : attempts
  const again = {
    state: 'waiting',
    attempts: lastRun,
    failures: lastRun - attempts,
    dueAt: '$$NOW',
    diedAt: '$$REMOVE',
  }
  return jobs().updateMany({ kind, state: 'dead', $expr: { $lte: ['$diedAt', inMs(-DEAD_MS)] } }, [
    { $set: again },
  ])
}
