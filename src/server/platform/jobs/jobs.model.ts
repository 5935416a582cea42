import mongoose, { Schema, type Types } from 'mongoose'
import { schemaOf, whole } from '../mongo/schema.ts'

export type JobState = 'waiting' | 'running' | 'dead'

/** A job: work that follows a commit. All its times are by the store's clock. */
export interface JobDocument {
  _id: Types.ObjectId
  kind: string
  /** The same kind and key is the same job. */
  key?: string
  payload: Record<string, unknown>
  state: JobState
  /** Time of the next run; while it runs, the end of its lease. A dead job has none. */
  dueAt?: Date
  /** The run that has the lease; null while none has. */
  owner: string | null
  /**
   * Attempts since the last progress. Counted before the work, so that work that kills its process is limited
   * too.
   */
  attempts: number
  /** How many of them failed. */
  failures: number
  /** Number of requests. A run serves only those made before it began. */
  asked: number
  /** Progress saved for the next run. */
  progress: unknown
  /** The last error, without names, addresses and numbers. */
  lastError: string | null
  createdAt: Date
  diedAt?: Date
  /** The job is dropped after this time, done or not. */
  expiresAt?: Date
}

const jobSchema = schemaOf<JobDocument>(
  'jobs',
  whole('Rows live until their work is done, and the queue reads them in the order of their time.'),
  {
    kind: { type: String, required: true },
    key: { type: String },
    payload: { type: Schema.Types.Mixed, required: true },
    state: { type: String, enum: ['waiting', 'running', 'dead'], required: true },
    dueAt: { type: Date },
    owner: { type: String, default: null },
    attempts: { type: Number, default: 0 },
    failures: { type: Number, default: 0 },
    asked: { type: Number, default: 1 },
    progress: { type: Schema.Types.Mixed, default: null },
    lastError: { type: String, default: null },
    createdAt: { type: Date, required: true },
    diedAt: { type: Date },
    expiresAt: { type: Date },
  },
).set('minimize', false)

// The queue and its leases: due jobs of the kinds that a process can run, oldest first.
jobSchema.index({ kind: 1, dueAt: 1 })
jobSchema.index({ kind: 1, key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } })
// Counts by state, and the monitor's list of dead jobs.
jobSchema.index({ state: 1, diedAt: -1 })
jobSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const JobModel = mongoose.model('Job', jobSchema)
