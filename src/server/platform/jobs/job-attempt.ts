import { setTimeout as pause } from 'node:timers/promises'
import { logger } from '../logger.ts'
import { jobRuns } from '../metrics.ts'
import { redact } from '../redact.ts'
import type { Again, JobKind, JobRun } from './job-kinds.ts'
import {
  LEASE_MS,
  buryJob,
  expiresWithin,
  failJob,
  failRound,
  finishJob,
  renewJob,
  repeatJob,
  returnJob,
  saveJobProgress,
} from './job-store.ts'
import type { JobDocument } from './jobs.model.ts'

const RENEW_EVERY_MS = 3_000
/** A run that ignores its signal is abandoned after this time, ms. */
const GRACE_MS = 5_000
/** Before the end of a run is noted once more, ms. */
const NOTE_AGAIN_MS = 500
/** Runs in a row that neither ended nor failed: the job kills its process. */
export const MAX_CRASHES = 5
/** Before the next run of periodic work that ended its process each time, ms. */
export const REST_MS = 3_600_000
/** Before the next try of a kind without waiting times of its own, ms. */
const WAIT_MS = 3_000

/** Why a run's signal fires. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}
export class ShutsDown extends Error {
  override name = 'ShutsDown'
}

/**
 * Runs a job once under its lease and records how it ended. `end` aborts the run. Handles its own errors.
 */
export async function attempt(kind: JobKind, job: JobDocument, end: AbortController): Promise<void> {
  const stopRenewing = renewLease(job, end)
  const limit = setTimeout(() => end.abort(new Error('The run took longer than it may')), kind.limitMs)
  try {
    end.signal.throwIfAborted()
    if (isPoison(kind, job)) throw new Error('The process ended each time while it ran')
    const outcome = await unlessStuck((kind.run as Run)(job.payload, contextOf(kind, job, end)), end.signal)
    clearTimeout(limit)
    await endJob(kind, job, outcome, end.signal)
    jobRuns.inc({ kind: kind.kind, result: 'done' })
  } catch (error) {
    await afterFailure(kind, job, end.signal, error)
  } finally {
    clearTimeout(limit)
    stopRenewing()
  }
}

/** Earlier runs that neither ended nor failed: their process died. */
const isPoison = ({ maxAttempts }: JobKind, { attempts, failures }: JobDocument) =>
  attempts > maxAttempts || attempts - failures > MAX_CRASHES

type Run = (payload: JobDocument['payload'], run: JobRun) => Promise<void | Again>

function contextOf(kind: JobKind, job: JobDocument, end: AbortController): JobRun {
  const assertLeased = async (holds: Promise<boolean>) => {
    if (await holds) return
    const lost = new LeaseLost("The job is another run's by now")
    end.abort(lost)
    throw lost
  }
  return {
    signal: end.signal,
    isLastAttempt: job.attempts >= kind.maxAttempts,
    progress: job.progress,
    async saveProgress(progress) {
      await assertLeased(saveJobProgress(job, progress))
      Object.assign(job, { progress, attempts: 1, failures: 0 })
    },
    finishIn: ({ session }) => assertLeased(finishJob(job, session)),
  }
}

// A lease that was not renewed in time is lost, whatever the reason: another process may run the job.
function renewLease(job: JobDocument, end: AbortController): () => void {
  let renewedAt = performance.now()
  const renew = async () => {
    const asked = performance.now()
    if (await renewJob(job)) renewedAt = asked
    else end.abort(new LeaseLost("The job is another run's by now, or gone"))
  }
  const timer = setInterval(() => {
    if (performance.now() - renewedAt > LEASE_MS)
      end.abort(new LeaseLost('The lease could not be renewed in time'))
    renew().catch((error: unknown) =>
      logger.warn({ err: error, kind: job.kind }, 'a lease could not be renewed'),
    )
  }, RENEW_EVERY_MS)
  return () => clearInterval(timer)
}

async function unlessStuck<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController()
  const stuck = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      // A shutdown waits for all jobs together, at most DRAIN_MS.
      if (signal.reason instanceof ShutsDown) return
      pause(GRACE_MS, null, { signal: ended.signal, ref: false }).then(
        () => reject(signal.reason as Error),
        () => undefined,
      )
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true, signal: ended.signal })
  })
  return Promise.race([work, stuck]).finally(() => ended.abort())
}

/** What is done is not done again because that could not be noted: it is noted until the lease is lost. */
async function endJob(
  kind: JobKind,
  job: JobDocument,
  outcome: void | Again,
  signal: AbortSignal,
): Promise<void> {
  const again: Again | void = kind.everyMs === undefined ? outcome : { againAfterMs: kind.everyMs }
  for (;;) {
    try {
      return void (await (again ? repeatJob(job, again.againAfterMs, again.progress) : finishJob(job)))
    } catch (error) {
      if (signal.aborted) throw error
      logger.warn({ err: error, kind: job.kind }, 'the end of a job could not be noted yet')
      await pause(NOTE_AGAIN_MS, undefined, { signal })
    }
  }
}

async function afterFailure(
  kind: JobKind,
  job: JobDocument,
  { aborted, reason }: AbortSignal,
  error: unknown,
): Promise<void> {
  try {
    if (aborted && reason instanceof LeaseLost)
      return logger.warn({ err: reason, kind: job.kind }, 'a job was left to another process')
    if (aborted && reason instanceof ShutsDown) return void (await returnJob(job))
    await countFailure(kind, job, error)
  } catch (problem) {
    // The lease expires, and the job is taken again.
    logger.error({ err: problem, kind: job.kind }, 'a job could not be given back')
  }
}

async function countFailure(kind: JobKind, job: JobDocument, error: unknown): Promise<void> {
  const { attempts, failures } = job
  const words = describe(error)
  if (kind.everyMs !== undefined) return afterRound(kind.everyMs, job, isPoison(kind, job), error)
  const wait = kind.backoffMs[Math.min(failures, kind.backoffMs.length - 1)] ?? WAIT_MS
  const about = { err: error, kind: kind.kind, attempts, job: kind.kind }
  if (attempts >= kind.maxAttempts || isPoison(kind, job)) {
    const died = await buryJob(job, words, async (tx) =>
      (kind.onDead as OnDead | undefined)?.(tx, job.payload),
    )
    if (!died) return
    jobRuns.inc({ kind: kind.kind, result: 'dead' })
    return logger.error(about, 'a job is dead: see the monitor')
  }
  if (await expiresWithin(job, wait)) {
    await finishJob(job)
    jobRuns.inc({ kind: kind.kind, result: 'dropped' })
    return logger.error(about, 'a job was dropped: nobody wants it any more')
  }
  await failJob(job, words, wait)
  jobRuns.inc({ kind: kind.kind, result: 'failed' })
  logger.warn(about, 'a job has failed and will be tried again')
}

/** Periodic work is never dead: nothing would begin it again. One that ends its process each time rests. */
async function afterRound(everyMs: number, job: JobDocument, poison: boolean, error: unknown): Promise<void> {
  const about = { err: error, kind: job.kind, job: job.kind }
  // After the rest it has one run before it rests again.
  const next = poison
    ? { afterMs: Math.max(everyMs, REST_MS), attempts: MAX_CRASHES - 1 }
    : { afterMs: everyMs, attempts: 0 }
  await failRound(job, describe(error), next)
  jobRuns.inc({ kind: job.kind, result: 'failed' })
  logger.error(about, 'a round of periodic work has failed')
}

type OnDead = (
  tx: Parameters<NonNullable<JobKind['onDead']>>[0],
  payload: JobDocument['payload'],
) => Promise<void>

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${redact(error.message)}` : redact(String(error))
