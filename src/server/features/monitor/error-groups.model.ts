import mongoose, { Schema, type Types } from 'mongoose'
import type { ErrorSource, ErrorType, Outcome, Repair, Severity } from '#contract/monitor.constants.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** An attempt to repair what broke. */
export interface FixAttempt {
  repair: Repair
  outcome: Outcome
  detail: string
  at: Date
}

/** Errors of the same class, message and place. Holds no personal data (SECURITY, Logs). */
export interface ErrorGroupDocument {
  _id: Types.ObjectId
  fingerprint: string
  source: ErrorSource
  type: ErrorType
  severity: Severity
  message: string
  during: string
  where: string | null
  repairs: Repair[]
  settledBy: Outcome[]
  test: boolean
  count: number
  firstSeen: Date
  lastSeen: Date
  resolved: boolean
  /** How often it came back after it was resolved. */
  regressions: number
  fixAttempts: number
  /** The newest few. */
  fixes: FixAttempt[]
  rev: number
}

const DAY = 24 * 3600
const KEPT_DAYS = 30

const errorGroupSchema = schemaOf<ErrorGroupDocument>('faults', whole('One row for each kind of error.'), {
  fingerprint: { type: String, required: true },
  source: { type: String, required: true },
  type: { type: String, required: true },
  severity: { type: String, required: true },
  message: { type: String, required: true },
  during: { type: String, default: '' },
  where: { type: String, default: null },
  repairs: [String],
  settledBy: [String],
  test: { type: Boolean, default: false },
  count: { type: Number, default: 0 },
  firstSeen: { type: Date, required: true },
  lastSeen: { type: Date, required: true },
  resolved: { type: Boolean, default: false },
  regressions: { type: Number, default: 0 },
  fixAttempts: { type: Number, default: 0 },
  fixes: { type: [Schema.Types.Mixed] as never, default: [] },
  rev: { type: Number, default: 1 },
})

// One group for an error, however many processes report it at once.
errorGroupSchema.index({ fingerprint: 1 }, { unique: true })
// The newest; a group that does not recur for a month expires.
errorGroupSchema.index({ lastSeen: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })
// The number of open groups, and of critical ones.
errorGroupSchema.index({ resolved: 1, severity: 1 })

export const ErrorGroupModel = mongoose.model('ErrorGroup', errorGroupSchema)
