import { setTimeout as pause } from 'node:timers/promises'
import { bus } from '../bus.ts'
import { logger } from '../logger.ts'
import { redact } from '../redact.ts'
import { measureJobs } from './job-figures.ts'
import { jobKinds, PERIODIC, type Again, type JobKind, type JobRun } from './job-kinds.ts'
import {
  LEASE_MS,
  buryJob,
  expiresWithin,
  failJob,
  finishJob,
  isDue,
  renewJob,
  repeatJob,
  returnJob,
  saveJobProgress,
  scheduleJob,
  takeJob,
  takeJobs,
} from './job-store.ts'
import type { JobDocument } from './jobs.model.ts'

/** How often the queue is read for jobs of other processes, ms. One indexed query. */
const POLL_MS = 3_000
const RENEW_EVERY_MS = 3_000
/** A run that ignores its signal is abandoned after this time, ms. */
const GRACE_MS = 5_000
/** How long a shutdown waits for running jobs, ms. */
const DRAIN_MS = 10_000
/** Runs in a row that neither ended nor failed: the job kills its process. */
const MAX_CRASHES = 5

/** Why a run's signal fires. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}
class ShutsDown extends Error {
  override name = 'ShutsDown'
}

interface Running {
  readonly kind: string
  readonly end: AbortController
  readonly done: Promise<void>
}

const running = new Set<Running>()
const timers = new Set<NodeJS.Timeout>()
let open = false
let limitedTo: readonly string[] | undefined

measureJobs()

/**
 * Runs due jobs, of this process and of others: of all known kinds, or only of `only`. Returns the function
 * that stops taking new ones.
 */
export function startJobs(only?: readonly string[]): () => void {
  open = true
  limitedTo = only
  const stopListening = bus.onLocal('job:enqueued', ({ afterMs }) => wakeIn(afterMs))
  const poll = setInterval(wake, POLL_MS).unref()
  void schedulePeriodic().then(wake)
  return () => {
    open = false
    stopListening()
    clearInterval(poll)
    timers.forEach(clearTimeout)
    timers.clear()
  }
}

/**
 * Aborts the running jobs and returns them to the queue, where another process takes them at once. Waits for
 * a limited time.
 */
export async function closeJobs(): Promise<void> {
  open = false
  running.forEach(({ end }) => end.abort(new ShutsDown('This process shuts down')))
  const drained = new AbortController()
  const late = pause(DRAIN_MS, 'late', { signal: drained.signal, ref: false }).catch(() => 'drained')
  const outcome = await Promise.race([drain(), late])
  drained.abort()
  if (outcome === 'late')
    logger.warn(
      { jobs: running.size },
      'some jobs did not end in time; another process takes them when their leases are over',
    )
}

// A job that is just being taken still begins, and is returned like the others.
async function drain(): Promise<void> {
  await filling
  await Promise.all([...running].map(({ done }) => done))
}

const served = (): JobKind[] => [...jobKinds.values()].filter(({ kind }) => limitedTo?.includes(kind) ?? true)

async function schedulePeriodic(): Promise<void> {
  for (const { kind, everyMs } of served()) {
    if (everyMs !== undefined)
      await scheduleJob(kind, PERIODIC, everyMs).catch((error: unknown) =>
        logger.error({ err: error, kind }, 'periodic work could not be scheduled'),
      )
  }
}

function wakeIn(ms: number): void {
  if (ms === 0) return wake()
  if (!open || ms >= POLL_MS) return
  const timer = setTimeout(() => {
    timers.delete(timer)
    wake()
  }, ms).unref()
  timers.add(timer)
}

let filling: Promise<void> | null = null
let wokenMeanwhile = false
function wake(): void {
  wokenMeanwhile = true
  if (filling || !open) return
  filling = fill()
    .catch((error: unknown) => logger.error({ err: error }, 'the queue of jobs could not be read'))
    .finally(() => void (filling = null))
}

async function fill(): Promise<void> {
  while (wokenMeanwhile) {
    wokenMeanwhile = false
    for (let job = await takeNext(); job; job = await takeNext()) {
      begin(job)
      for (const more of await takeMore(job.kind)) begin(more)
    }
  }
}

async function takeNext(): Promise<JobDocument | null> {
  if (!open) return null
  const names: string[] = []
  for (const kind of served()) {
    const { kind: name, canRun } = kind
    if (freePlaces(kind) > 0 && (!canRun || ((await isDue(name)) && (await canRun())))) names.push(name)
  }
  return takeJob(names)
}

/** Further jobs of a kind that was due, as many as fit, so that a long queue does not cost a command for each. */
async function takeMore(name: string): Promise<JobDocument[]> {
  const kind = jobKinds.get(name)
  const free = kind && !kind.canRun && open ? freePlaces(kind) : 0
  return free > 0 ? takeJobs(name, free) : []
}

const freePlaces = ({ kind, concurrency }: JobKind): number =>
  concurrency - [...running].filter((one) => one.kind === kind).length

function begin(job: JobDocument): void {
  const kind = jobKinds.get(job.kind)
  if (!kind) throw new Error(`Nobody knows jobs of the kind ${job.kind}`)
  const end = new AbortController()
  if (!open) end.abort(new ShutsDown('This process shuts down'))
  const done = attempt(kind, job, end).finally(() => {
    running.delete(entry)
    wake()
  })
  const entry: Running = { kind: job.kind, end, done }
  running.add(entry)
}

async function attempt(kind: JobKind, job: JobDocument, end: AbortController): Promise<void> {
  const stopRenewing = keepLease(job, end)
  const limit = setTimeout(() => end.abort(new Error('The run took longer than it may')), kind.limitMs)
  try {
    end.signal.throwIfAborted()
    if (isPoison(kind, job)) throw new Error('The process ended each time while it ran')
    const outcome = await unlessStuck((kind.run as Run)(job.payload, contextOf(kind, job, end)), end.signal)
    await endJob(kind, job, outcome)
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
function keepLease(job: JobDocument, end: AbortController): () => void {
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

async function endJob(kind: JobKind, job: JobDocument, outcome: void | Again): Promise<void> {
  const again: Again | void = kind.everyMs === undefined ? outcome : { againAfterMs: kind.everyMs }
  if (!again) return void (await finishJob(job))
  await repeatJob(job, again.againAfterMs, again.progress)
  wakeIn(again.againAfterMs)
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
  const wait = kind.everyMs ?? kind.backoffMs[Math.min(failures, kind.backoffMs.length - 1)] ?? POLL_MS
  const about = { err: error, kind: kind.kind, attempts, job: kind.kind }
  if (attempts >= kind.maxAttempts || isPoison(kind, job)) {
    const died = await buryJob(job, words, async (tx) =>
      (kind.onDead as OnDead | undefined)?.(tx, job.payload),
    )
    return died ? logger.error(about, 'a job is dead: see the monitor') : undefined
  }
  if (await expiresWithin(job, wait)) {
    await finishJob(job)
    return logger.error(about, 'a job was dropped: nobody wants it any more')
  }
  await failJob(job, words, wait, { isRound: kind.everyMs !== undefined })
  if (kind.everyMs === undefined) logger.warn(about, 'a job has failed and will be tried again')
  else logger.error(about, 'a round of periodic work has failed')
  wakeIn(wait)
}

type OnDead = (
  tx: Parameters<NonNullable<JobKind['onDead']>>[0],
  payload: JobDocument['payload'],
) => Promise<void>

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${redact(error.message)}` : redact(String(error))
