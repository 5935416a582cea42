import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { bus } from '../bus.ts'
import { isDuplicateKey } from '../errors.ts'
import { groupWrites } from '../group-commit.ts'
import { transact, type Transaction } from '../mongo/transaction.ts'
import { JobModel, type JobDocument } from './jobs.model.ts'
import { clock } from '../clock.ts'

/** Length of a lease, unless it is renewed. */
export const LEASE_MS = 12_000

export interface EnqueueOptions {
  /** The job exists once this commits. */
  tx?: Transaction
  key?: string
  /** Delay before the first run, by the store's clock. */
  afterMs?: number
  expiresAfterMs?: number
  /**
   * A waiting or running job of this key serves this request too: it keeps its payload and does not run
   * again.
   */
  joins?: boolean
}

// The native driver: mongoose would cast pipelines, and does not know $$NOW.
const jobs = () => JobModel.collection
const inMs = (ms: number) => ({ $add: ['$$NOW', ms] })
const atState = (state: string, value: unknown, otherwise: unknown) => ({
  $cond: [{ $eq: ['$state', state] }, value, otherwise],
})

export async function enqueueJob(
  kind: string,
  payload: object,
  { tx, key, afterMs = 0, expiresAfterMs, joins = false }: EnqueueOptions,
): Promise<void> {
  const which = key === undefined ? { _id: clock.id() } : { kind, key }
  const isNew = { $not: [{ $in: [{ $ifNull: ['$state', 'none'] }, ['waiting', 'running']] }] }
  const fresh = (value: unknown, kept: string) => ({ $cond: [isNew, value, kept] })
  const unlessJoined = (value: unknown, kept: string) => (joins ? fresh(value, kept) : value)
  const pipeline = [
    {
      $set: {
        kind,
        payload: unlessJoined({ $literal: payload }, '$payload'),
        state: atState('running', 'running', 'waiting'),
        dueAt: atState(
          'running',
          '$dueAt',
          atState('waiting', { $min: ['$dueAt', inMs(afterMs)] }, inMs(afterMs)),
        ),
        owner: fresh(null, '$owner'),
        attempts: fresh(0, '$attempts'),
        failures: fresh(0, '$failures'),
        progress: fresh(null, '$progress'),
        lastError: fresh(null, '$lastError'),
        asked: unlessJoined({ $add: [{ $ifNull: ['$asked', 0] }, 1] }, '$asked'),
        createdAt: fresh('$$NOW', '$createdAt'),
        diedAt: '$$REMOVE',
        ...(expiresAfterMs !== undefined && { expiresAt: inMs(expiresAfterMs) }),
      },
    },
  ]
  const write = () => jobs().updateOne(which, pipeline, { upsert: true, ...(tx && { session: tx.session }) })
  // Two requests for a new key at the same moment: the second one finds the first. A transaction runs again
  // as a whole.
  await write().catch((error: unknown) =>
    tx === undefined && isDuplicateKey(error) ? write() : Promise.reject(error),
  )
  ;(tx ?? bus).emit('job:enqueued', { kind, afterMs })
}

/** Takes the oldest due job and its lease; null when nothing is due. */
export async function takeJob(kinds: readonly string[]): Promise<JobDocument | null> {
  if (kinds.length === 0) return null
  const job = await jobs().findOneAndUpdate(DUE(kinds), [{ $set: takenBy(randomUUID()) }], {
    sort: { dueAt: 1 },
    returnDocument: 'after',
  })
  return job as unknown as JobDocument | null
}

/** Takes due jobs of one kind, the oldest first: at most `most`, by three commands of the store. */
export async function takeJobs(kind: string, most: number): Promise<JobDocument[]> {
  const due = await jobs()
    .find(DUE([kind]), { projection: { _id: 1 } })
    .sort({ dueAt: 1 })
    .limit(most)
    .toArray()
  if (due.length === 0) return []
  const owner = randomUUID()
  const ids = { $in: due.map(({ _id }) => _id) }
  // Another process may take some of them at this moment.
  await jobs().updateMany({ ...DUE([kind]), _id: ids }, [{ $set: takenBy(owner) }])
  return (await jobs().find({ _id: ids, owner }).toArray()) as unknown as JobDocument[]
}

const takenBy = (owner: string) => ({
  state: 'running',
  owner,
  attempts: { $add: ['$attempts', 1] },
  dueAt: inMs(LEASE_MS),
})

/** The filter of due jobs: an index range for each kind. */
export const DUE = (kinds: readonly string[]) => ({
  kind: { $in: [...kinds] },
  dueAt: { $gte: EPOCH },
  $expr: { $lte: ['$dueAt', '$$NOW'] },
})
// Dead jobs have no date, and null sorts before every date.
const EPOCH = new Date(0)

/** The job of this key in any state; null when there is none. */
export const findJob = (kind: string, key: string): Promise<JobDocument | null> =>
  JobModel.findOne({ kind, key }).lean<JobDocument>()

/** Whether a job of this kind is due. */
export const isDue = async (kind: string): Promise<boolean> =>
  (await jobs().findOne(DUE([kind]), { projection: { _id: 1 } })) !== null

/** After how many ms, by the store's clock, the first job of these kinds is due; null when there is none. */
export async function nextDueInMs(kinds: readonly string[]): Promise<number | null> {
  const [first] = await jobs()
    .aggregate<{ ms: number }>([
      { $match: { kind: { $in: [...kinds] }, dueAt: { $gte: EPOCH } } },
      { $sort: { dueAt: 1 } },
      { $limit: 1 },
      { $project: { ms: { $subtract: ['$dueAt', '$$NOW'] } } },
    ])
    .toArray()
  return first ? Math.max(0, first.ms) : null
}

type Taken = Pick<JobDocument, '_id' | 'owner' | 'asked'>

const own = ({ _id, owner }: Taken) => ({ _id, owner })
const WAITING = { state: 'waiting', owner: null }

async function change(job: Taken, set: object, session?: ClientSession): Promise<boolean> {
  const { matchedCount } = await jobs().updateOne(own(job), [{ $set: set }], session && { session })
  return matchedCount === 1
}

/** False when another run has the job by now; also in the functions below. */
export const renewJob = (job: Taken): Promise<boolean> => change(job, { dueAt: inMs(LEASE_MS) })

/** Saves the progress of a run and resets its attempts. */
export const saveJobProgress = (job: Taken, progress: unknown): Promise<boolean> =>
  change(job, { dueAt: inMs(LEASE_MS), attempts: 1, failures: 0, progress: { $literal: progress } })

/** Ends a job that is done. If it was requested again while it ran, it starts again. */
export async function finishJob(job: Taken, session?: ClientSession): Promise<boolean> {
  const isGone = session
    ? (await jobs().deleteOne(done(job), { session })).deletedCount === 1
    : await deleteDone('all', job)
  return (
    isGone ||
    change(
      job,
      { ...WAITING, attempts: 0, failures: 0, progress: null, lastError: null, dueAt: '$$NOW' },
      session,
    )
  )
}

const done = (job: Taken) => ({ ...own(job), asked: job.asked })

/** Whether the job is gone. Jobs that end while others are deleted are deleted together by the next command. */
const deleteDone = groupWrites<Taken, boolean>({
  async write(_, entries) {
    const { deletedCount } = await jobs().deleteMany({ $or: entries.map(done) })
    if (deletedCount === entries.length) return entries.map(() => ({ result: true }))
    const ids = { $in: entries.map(({ _id }) => _id) }
    const left = await jobs()
      .find({ _id: ids }, { projection: { _id: 1 } })
      .toArray()
    const isLeft = new Set(left.map(({ _id }) => _id.toHexString()))
    return entries.map(({ _id }) => ({ result: !isLeft.has(_id.toHexString()) }))
  },
})

/** Runs the job again after this time, or at once if it was requested meanwhile. */
export const repeatJob = (job: Taken, afterMs: number, progress: unknown = null): Promise<boolean> =>
  change(job, {
    ...WAITING,
    attempts: 0,
    failures: 0,
    progress: { $literal: progress },
    lastError: null,
    dueAt: { $cond: [{ $eq: ['$asked', job.asked] }, inMs(afterMs), '$$NOW'] },
  })

/** Returns the job at a shutdown; this does not count as an attempt. */
export const returnJob = (job: Taken): Promise<boolean> =>
  change(job, { ...WAITING, attempts: { $subtract: ['$attempts', 1] }, dueAt: '$$NOW' })

/** Records a failure; the next run begins after this time. */
export const failJob = (job: Taken, lastError: string, afterMs: number): Promise<boolean> =>
  change(job, {
    ...WAITING,
    failures: { $add: ['$failures', 1] },
    lastError: { $literal: lastError },
    dueAt: inMs(afterMs),
  })

/** Records the failure of a round of periodic work, where each run counts alone. */
export const failRound = (
  job: Taken,
  lastError: string,
  { afterMs, attempts }: { afterMs: number; attempts: number },
): Promise<boolean> =>
  change(job, {
    ...WAITING,
    attempts,
    failures: 0,
    lastError: { $literal: lastError },
    dueAt: inMs(afterMs),
  })

/** Makes the job dead until an admin retries it. `alongside` is written in the same transaction. */
export const buryJob = (
  job: Taken,
  lastError: string,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<boolean> =>
  transact(async (tx) => {
    const dead = {
      state: 'dead',
      owner: null,
      failures: { $add: ['$failures', 1] },
      dueAt: '$$REMOVE',
      diedAt: '$$NOW',
      lastError: { $literal: lastError },
    }
    if (!(await change(job, dead, tx.session))) return false
    await alongside(tx)
    tx.emit('job:died', { at: clock.date().toISOString() })
    return true
  })

/** Whether the job expires before its next try. */
export async function expiresWithin(job: Taken, ms: number): Promise<boolean> {
  return (
    (await jobs().countDocuments({
      ...own(job),
      $expr: { $lte: [{ $ifNull: ['$expiresAt', inMs(ms + 1)] }, inMs(ms)] },
    })) === 1
  )
}

/** Removes jobs, running ones included. What runs often names their kind and keys: an index finds them. */
export async function removeJobs(match: Readonly<Record<string, unknown>>): Promise<void> {
  await jobs().deleteMany(match)
}

/** Changes fields of jobs. A run that has begun goes on with the earlier ones. */
export async function rewriteJobs(
  match: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await jobs().updateMany(match, { $set: fields })
}
