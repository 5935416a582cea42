import { MESSAGES } from '#contract/errors.ts'
import { conflict, notFound } from '../errors.ts'
import type { Transaction } from '../mongo/transaction.ts'
import { jobKinds, type JobKind } from './job-kinds.ts'
import { JobModel, type JobDocument } from './jobs.model.ts'

/** The dead jobs, latest first, and their number. */
export async function deadJobs(limit: number): Promise<{ total: number; newest: JobDocument[] }> {
  const dead = { state: 'dead' } as const
  const [total, newest] = await Promise.all([
    JobModel.countDocuments(dead),
    JobModel.find(dead).sort({ diedAt: -1 }).limit(limit).lean<JobDocument[]>(),
  ])
  return { total, newest }
}

/** Whether a dead job of this kind may be discarded. */
export function canDiscard(kind: string): boolean {
  const { isObligation, everyMs } = jobKinds.get(kind) ?? {}
  return isObligation !== true && everyMs === undefined
}

type OnRetry = (tx: Transaction, payload: JobDocument['payload']) => Promise<void>

/** Retries a dead job: due at once, with fresh attempts. Returns its kind. Throws 404 when it is not dead. */
export async function retryJob(tx: Transaction, id: string): Promise<string> {
  const { _id, kind, payload } = await deadJob(tx, id)
  const waiting = { state: 'waiting', dueAt: '$$NOW', attempts: 0, failures: 0, diedAt: '$$REMOVE' }
  await JobModel.collection.updateOne({ _id }, [{ $set: waiting }], { session: tx.session })
  const onRetry = (jobKinds.get(kind) as (Omit<JobKind, 'onRetry'> & { onRetry?: OnRetry }) | undefined)
    ?.onRetry
  await onRetry?.(tx, payload)
  tx.emit('job:enqueued', { kind, afterMs: 0 })
  return kind
}

/**
 * Discards a dead job without doing its work. Returns its kind. Throws 404 when it is not dead, 409 when its
 * work must be done.
 */
export async function discardJob(tx: Transaction, id: string): Promise<string> {
  const { kind } = await deadJob(tx, id)
  if (!canDiscard(kind)) throw conflict(MESSAGES.jobMustBeDone)
  await JobModel.deleteOne({ _id: id }, { session: tx.session })
  return kind
}

async function deadJob(tx: Transaction, id: string): Promise<JobDocument> {
  const job = await JobModel.findOne({ _id: id, state: 'dead' }).session(tx.session).lean<JobDocument>()
  if (!job) throw notFound()
  return job
}
