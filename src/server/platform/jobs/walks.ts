import { setTimeout as pause } from 'node:timers/promises'
import { logger } from '../logger.ts'
import { isStoreAway } from '../mongo/store-watch.ts'
import { transact, type Transaction } from '../mongo/transaction.ts'
import { defineJob, type Payload } from './job-kinds.ts'
import { findJob } from './job-store.ts'
import { clock } from '../clock.ts'

/** Documents in one portion. Small: after a kill one portion is repeated. */
export const WALK_PORTION = 100
const LOOK_EVERY_MS = 100
/** A walk of a kind runs once at a time in the cluster. */
const KEY = 'house'

/** The result of one portion of a walk. */
export interface Portion {
  /** The id of the last document. The next portion begins after it. */
  after: string | null
  /** Whether there is nothing after it. */
  isEnd: boolean
  seen: number
  changed: number
}

/**
 * Processes the next portion of a collection, in the order of ids. Must be able to run twice; ends early when
 * the signal fires.
 */
export type Part = (after: string | null, signal: AbortSignal) => Promise<Portion>

/** Progress of a walk in each of its parts. */
export type WalkCounts<N extends string> = Record<N, Pick<Portion, 'seen' | 'changed'>>

interface Progress<N extends string> {
  startedAt: string
  part: N
  after: string | null
  tally: WalkCounts<N>
}

export type WalkState<N extends string> = Pick<Progress<N>, 'startedAt' | 'tally'>

interface WalkDefinition<P extends Payload, N extends string> {
  kind: string
  /** A sentence of docs/JOBS.md. */
  does: string
  /** Run one after the other. */
  parts: Readonly<Record<N, Part>>
  /** Written in the transaction that ends the job. */
  onEnd(tx: Transaction, payload: P, outcome: WalkState<N>): Promise<void>
  /** Written in the transaction that gives the job up. */
  onDead?: (tx: Transaction) => Promise<void>
}

/** Work on whole collections, on request. */
export interface Walk<P extends Payload, N extends string> {
  readonly kind: string
  /** Requests a walk. A request while one waits or runs is the same one. */
  start(payload: P): Promise<void>
  /** Progress; null when it was never requested. */
  state(): Promise<WalkState<N> | null>
  /**
   * Waits until it is done, at most this long and until the signal fires. Returns whether it is done. Throws
   * when it failed permanently.
   */
  isDoneWithin(ms: number, signal?: AbortSignal): Promise<boolean>
}

/**
 * Declares a job that goes through whole collections, a portion in each run. The progress is stored between
 * two portions, so that any process can continue.
 */
export function defineWalk<P extends Payload, N extends string>({
  kind,
  does,
  parts,
  onEnd,
  onDead,
}: WalkDefinition<P, N>): Walk<P, N> {
  const names = Object.keys(parts) as N[]
  const begun = (at = clock.date()): Progress<N> => {
    const tally = Object.fromEntries(names.map((name) => [name, { seen: 0, changed: 0 }])) as WalkCounts<N>
    return { startedAt: at.toISOString(), part: names[0]!, after: null, tally }
  }
  const job = defineJob<P, Progress<N>>({
    kind,
    does,
    ...(onDead && { onDead }),
    async run(payload, run) {
      // Another version with other parts may have saved it.
      const progress = run.progress && names.includes(run.progress.part) ? run.progress : begun()
      const { after, isEnd, seen, changed } = await parts[progress.part](progress.after, run.signal)
      const before = progress.tally[progress.part] ?? { seen: 0, changed: 0 }
      const tally = {
        ...progress.tally,
        [progress.part]: { seen: before.seen + seen, changed: before.changed + changed },
      }
      const part = isEnd ? names[names.indexOf(progress.part) + 1] : progress.part
      if (part !== undefined)
        return { againAfterMs: 0, progress: { ...progress, part, after: isEnd ? null : after, tally } }
      await transact(async (tx) => {
        await onEnd(tx, payload, { startedAt: progress.startedAt, tally })
        await run.finishIn(tx)
      })
      return undefined
    },
  })
  return {
    kind,
    start: (payload) => job.enqueue(payload, { key: KEY, joins: true }),
    async state() {
      const found = await findJob(kind, KEY)
      return found && found.state !== 'dead'
        ? ((found.progress as Progress<N> | null) ?? begun(found.createdAt))
        : null
    },
    async isDoneWithin(ms, signal) {
      const until = performance.now() + ms
      for (;;) {
        const found = await findJob(kind, KEY)
        if (!found) return true
        if (found.state === 'dead')
          throw new Error(`The job '${kind}' was given up: ${found.lastError}. It stands in the monitor.`)
        if (signal?.aborted || performance.now() >= until) return false
        await pause(LOOK_EVERY_MS)
      }
    },
  }
}

/**
 * Makes a portion from work on single documents. Ends early when the signal fires. A document that fails is reported,
 * and the walk goes on behind it.
 */
export async function portionOf(
  ids: readonly string[],
  after: string | null,
  signal: AbortSignal,
  change: (id: string) => Promise<boolean>,
): Promise<Portion> {
  const done: Portion = { after, isEnd: false, seen: 0, changed: 0 }
  for (const id of ids) {
    if (signal.aborted) return done
    try {
      if (await change(id)) done.changed += 1
    } catch (error) {
      if (isStoreAway()) throw error
      logger.error({ err: error, id }, 'a walk left a record out')
    }
    done.seen += 1
    done.after = id
  }
  return { ...done, isEnd: ids.length < WALK_PORTION }
}
