import { Gauge } from 'prom-client'
import { metrics } from '../metrics.ts'
import { jobKinds } from './job-kinds.ts'
import { DUE } from './job-store.ts'
import { JobModel, type JobState } from './jobs.model.ts'

/** /metrics does not wait longer: without the store there are no figures. */
const TIMEOUT = { timeoutMS: 2_000 }

/** Number of jobs in each state, the same in every process. */
export async function countJobs(): Promise<Record<JobState, number>> {
  const rows = await JobModel.collection
    .aggregate<{ _id: JobState; jobs: number }>([{ $group: { _id: '$state', jobs: { $sum: 1 } } }], TIMEOUT)
    .toArray()
  return { waiting: 0, running: 0, dead: 0, ...Object.fromEntries(rows.map(({ _id, jobs }) => [_id, jobs])) }
}

/** How long the oldest due job has been waiting, seconds. */
export async function oldestDue(): Promise<number> {
  const pipeline = [
    { $match: { kind: { $in: [...jobKinds.keys()] }, dueAt: { $gte: new Date(0) } } },
    { $sort: { dueAt: 1 } },
    { $limit: 1 },
    { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$dueAt'] }, 1000] } } },
  ]
  const [first] = await JobModel.collection.aggregate<{ seconds: number }>(pipeline, TIMEOUT).toArray()
  return Math.max(0, first?.seconds ?? 0)
}

/** Kinds with due jobs, the longest waiting first: how many are due, and for how many seconds the oldest has been. */
export async function dueByKind(most = 6): Promise<{ kind: string; due: number; oldest: number }[]> {
  const pipeline = [
    { $match: DUE([...jobKinds.keys()]) },
    { $group: { _id: '$kind', due: { $sum: 1 }, first: { $min: '$dueAt' } } },
    { $sort: { first: 1 } },
    { $limit: most },
    {
      $project: {
        _id: 0,
        kind: '$_id',
        due: 1,
        oldest: { $round: [{ $divide: [{ $subtract: ['$$NOW', '$first'] }, 1000] }, 1] },
      },
    },
  ]
  return JobModel.collection
    .aggregate<{ kind: string; due: number; oldest: number }>(pipeline, TIMEOUT)
    .toArray()
}

/** Declares the queue's metrics. The store is read when /metrics is. */
export function measureJobs(): void {
  metrics.registerMetric(
    new Gauge({
      name: 'jobs',
      help: 'Jobs in the store, by state; the same in every process.',
      labelNames: ['state'] as const,
      registers: [],
      async collect() {
        const counts = await countJobs().catch(() => null)
        this.reset()
        for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count)
      },
    }),
  )
  metrics.registerMetric(
    new Gauge({
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest job that is due has been waiting.',
      registers: [],
      async collect() {
        const seconds = await oldestDue().catch(() => null)
        if (seconds === null) this.reset()
        else this.set(seconds)
      },
    }),
  )
}
