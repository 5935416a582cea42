import mongoose, { Schema, type Types } from 'mongoose'

export type JobState = 'waiting' | 'running' | 'dead'

/**
 * A piece of work that follows a commit. All its times are the store's, so that no two clocks are ever
 * compared.
 */
export interface JobDocument {
  _id: Types.ObjectId
  kind: string
  /** The same kind and key is the same job, however often it is asked for. */
  key?: string
  payload: Record<string, unknown>
  state: JobState
  /** When it may be taken next; while it runs, the end of its lease. A dead job has none. */
  dueAt?: Date
  /** One run of one process; null while nobody works on it. */
  owner: string | null
  /**
   * How often it was taken since it last came forward. Counted before the work, so that work that kills its
   * process is bounded too.
   */
  attempts: number
  /** How many of those ended with an error. */
  failures: number
  /** How often it was asked for. A run answers only what was asked before it began. */
  asked: number
  /** What a run has saved for the next one. */
  progress: unknown
  /** The last error, without names, addresses and numbers. */
  lastError: string | null
  createdAt: Date
  diedAt?: Date
  /** Nobody wants it after this moment, done or not. */
  expiresAt?: Date
}

const jobSchema = new Schema<JobDocument>(
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
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'jobs', minimize: false },
)

// The queue and its leases: the kinds that a process has room for, each from its earliest job on.
jobSchema.index({ kind: 1, dueAt: 1 })
jobSchema.index({ kind: 1, key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } })
// Counts by state, and the dead ones for the monitor.
jobSchema.index({ state: 1, diedAt: -1 })
jobSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const JobModel = mongoose.model('Job', jobSchema)
