import type { Transaction } from '../mongo/transaction.ts'
import { enqueueJob, type EnqueueOptions } from './job-store.ts'

export type Payload = Readonly<Record<string, unknown>>

/** What a run can do with its job. */
export interface JobRun<S = unknown> {
  /**
   * Fires when the lease is lost, the time limit is over or the process shuts down. Check it between two
   * portions of work.
   */
  readonly signal: AbortSignal
  /** Whether an error of this run makes the job dead. */
  readonly isLastAttempt: boolean
  /** Progress saved by an earlier run; null for the first. */
  readonly progress: S | null
  /**
   * Saves the progress. The next run starts there, and attempts are counted from zero. Throws when the lease is
   * lost.
   */
  saveProgress(progress: S): Promise<void>
  /**
   * Ends the job in the transaction of its last effect: both happen or neither. Throws when the lease is
   * lost.
   */
  finishIn(tx: Transaction): Promise<void>
}

/** The job is not done: it runs again after this time. */
export interface Again {
  readonly againAfterMs: number
  readonly progress?: unknown
}

export interface JobDefinition<P extends Payload, S = unknown> {
  /** Name in the store and in the monitor. */
  kind: string
  /** A sentence of docs/JOBS.md. */
  does: string
  /** Must be able to run twice: a process can die after the work and before the job is removed. */
  run(payload: P, run: JobRun<S>): Promise<void | Again>
  /** Jobs of this kind that one process runs at the same time. Default 1. */
  concurrency?: number
  /** Runs without progress before the job is dead. Default 10. */
  maxAttempts?: number
  /** Delays after the first, second, ... failure, ms; the last one also for all later failures. */
  backoffMs?: readonly number[]
  /** The longest a run may take, ms. Default 10 minutes. */
  limitMs?: number
  /** After this time the job is dropped, ms; it does not become dead. */
  expiresAfterMs?: number
  /** Whether this process can run the job. */
  canRun?: () => Promise<boolean>
  /** Written in the transaction that makes the job dead. */
  onDead?(tx: Transaction, payload: P): Promise<void>
  /** Written when an admin retries a dead job. */
  onRetry?(tx: Transaction, payload: P): Promise<void>
  /** Nothing else would do the work: a dead job cannot be discarded, and has one run each day. */
  isObligation?: boolean
}

/** A kind of job as the runner sees it. */
export type JobKind = Required<
  Pick<
    JobDefinition<never>,
    'kind' | 'does' | 'run' | 'concurrency' | 'maxAttempts' | 'backoffMs' | 'limitMs'
  >
> &
  Pick<JobDefinition<never>, 'expiresAfterMs' | 'canRun' | 'onDead' | 'onRetry' | 'isObligation'> & {
    /** Set for periodic work: one document in the store, run repeatedly. */
    everyMs?: number
  }

const DEFAULTS = {
  concurrency: 1,
  maxAttempts: 10,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  limitMs: 10 * 60_000,
}

const kinds = new Map<string, JobKind>()
const declared = new Map<string, JobKind>()

/** All kinds that this process runs. */
export const jobKinds: ReadonlyMap<string, JobKind> = kinds

/** Those as well that a setting would add. */
export const declaredKinds: ReadonlyMap<string, JobKind> = declared

/** What a feature gets for its kind. */
export interface Job<P extends Payload> {
  /**
   * Enqueues a job, in the transaction that causes it or alone. A waiting job with the same key is not
   * duplicated; a running one runs again.
   */
  enqueue(payload: P, options?: Omit<EnqueueOptions, 'expiresAfterMs'>): Promise<void>
}

/** Declares a kind of job. With `isOn` false this process leaves it to others. */
export function defineJob<P extends Payload, S = unknown>(
  definition: JobDefinition<P, S>,
  isOn = true,
): Job<P> {
  const { kind, expiresAfterMs } = definition
  register({ ...DEFAULTS, ...definition }, isOn)
  return {
    enqueue: (payload, options = {}) =>
      enqueueJob(kind, payload, {
        ...options,
        ...(expiresAfterMs !== undefined && { expiresAfterMs }),
      }),
  }
}

/** The key of a periodic kind's only document. */
export const PERIODIC = 'periodic'

interface Periodic {
  kind: string
  /** A sentence of docs/JOBS.md. */
  does: string
  everyMs: number
  run(run: Pick<JobRun, 'signal'>): Promise<void>
  limitMs?: number
}

/** Declares periodic work, run by one process at a time. After an error it runs at the next interval. */
export function definePeriodic({ kind, does, everyMs, run, limitMs }: Periodic): {
  runSoon(): Promise<void>
} {
  register({
    ...DEFAULTS,
    kind,
    does,
    everyMs,
    run: (_payload, context) => run(context),
    maxAttempts: Infinity,
    ...(limitMs !== undefined && { limitMs }),
  })
  return { runSoon: () => enqueueJob(kind, {}, { key: PERIODIC }) }
}

function register(kind: JobKind, isOn = true): void {
  if (declared.has(kind.kind)) throw new Error(`Two kinds of jobs are called ${kind.kind}`)
  declared.set(kind.kind, kind)
  if (isOn) kinds.set(kind.kind, kind)
}
