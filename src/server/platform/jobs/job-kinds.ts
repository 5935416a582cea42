import type { Transaction } from '../mongo/transaction.ts'
import { enqueueJob, type EnqueueOptions } from './job-store.ts'

export type Payload = Readonly<Record<string, unknown>>

/** What a run may do with its own job. */
export interface JobRun<S = unknown> {
  /**
   * Fires when the lease is lost, the time limit is over or the process shuts down. Look at it between two
   * portions of work.
   */
  readonly signal: AbortSignal
  /** Whether an error of this run is the job's last. */
  readonly isLastAttempt: boolean
  /** What an earlier run has saved; null for the first. */
  readonly progress: S | null
  /**
   * Keeps how far this run has come. The next run starts there, and its attempts are counted anew. Throws
   * when the lease is lost.
   */
  saveProgress(progress: S): Promise<void>
  /**
   * Ends the job in the transaction of its last effect: both happen, or neither. Throws when the lease is
   * lost.
   */
  finishIn(tx: Transaction): Promise<void>
}

/** The job is not done: it runs once more, after this time. */
export interface Again {
  readonly againAfterMs: number
  readonly progress?: unknown
}

export interface JobDefinition<P extends Payload, S = unknown> {
  /** Stands in the store and in the monitor. */
  kind: string
  /**
   * Must be able to run twice: a process can die after the work and before the job is taken off the queue.
   */
  run(payload: P, run: JobRun<S>): Promise<void | Again>
  /** How many of this kind one process works on at the same time. Default 1. */
  concurrency?: number
  /** Runs in a row without progress before the job is dead. Default 10. */
  maxAttempts?: number
  /** Waits after the first, second, ... failure, ms; the last one for all that follow. */
  backoffMs?: readonly number[]
  /** The longest a run may take, ms. Default 10 minutes. */
  limitMs?: number
  /** Nobody wants the work after this time, ms: it is dropped then, not kept as dead. */
  expiresAfterMs?: number
  /** Whether this process can do the work at all. */
  canRun?: () => Promise<boolean>
  /** Written together with the job's death. */
  onDead?(tx: Transaction, payload: P): Promise<void>
  /** Written when an admin takes a dead job up again. */
  onRetry?(tx: Transaction, payload: P): Promise<void>
  /** A dead one can be retried but never discarded. */
  isObligation?: boolean
}

/** A kind of job as the runner sees it. */
export type JobKind = Required<
  Pick<JobDefinition<never>, 'kind' | 'run' | 'concurrency' | 'maxAttempts' | 'backoffMs' | 'limitMs'>
> &
  Pick<JobDefinition<never>, 'expiresAfterMs' | 'canRun' | 'onDead' | 'onRetry' | 'isObligation'> & {
    /** Set for periodic work: one document in the store, run again and again. */
    everyMs?: number
  }

const DEFAULTS = {
  concurrency: 1,
  maxAttempts: 10,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  limitMs: 10 * 60_000,
}

const kinds = new Map<string, JobKind>()

/** Every kind that this process knows. */
export const jobKinds: ReadonlyMap<string, JobKind> = kinds

/** What the owner of a kind does with it. */
export interface Job<P extends Payload> {
  /**
   * Puts one into the store, in the transaction that is its cause or alone. A key that waits already is not
   * put twice; one that runs runs again.
   */
  enqueue(payload: P, options?: Omit<EnqueueOptions, 'expiresAfterMs'>): Promise<void>
}

/** Declares a kind of job. */
export function defineJob<P extends Payload, S = unknown>(definition: JobDefinition<P, S>): Job<P> {
  const { kind, expiresAfterMs } = definition
  register({ ...DEFAULTS, ...definition })
  return {
    enqueue: (payload, options = {}) =>
      enqueueJob(kind, payload, {
        ...options,
        ...(expiresAfterMs !== undefined && { expiresAfterMs }),
      }),
  }
}

/** The key of the one document of periodic work. */
export const PERIODIC = 'periodic'

interface Periodic {
  kind: string
  everyMs: number
  run(run: Pick<JobRun, 'signal'>): Promise<void>
  limitMs?: number
}

/**
 * Declares work that is done again and again, by one process at a time. An error waits for the next round.
 */
export function definePeriodic({ kind, everyMs, run, limitMs }: Periodic): { runSoon(): Promise<void> } {
  register({
    ...DEFAULTS,
    kind,
    everyMs,
    run: (_payload, context) => run(context),
    maxAttempts: Infinity,
    ...(limitMs !== undefined && { limitMs }),
  })
  return { runSoon: () => enqueueJob(kind, {}, { key: PERIODIC }) }
}

function register(kind: JobKind): void {
  if (kinds.has(kind.kind)) throw new Error(`Two kinds of jobs are called ${kind.kind}`)
  kinds.set(kind.kind, kind)
}
