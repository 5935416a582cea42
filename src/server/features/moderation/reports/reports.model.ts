import mongoose, { Schema, type Types } from 'mongoose'
import {
  REPORT_OUTCOMES,
  REPORT_STATUSES,
  REPORT_TARGETS,
  type ReportOutcome,
  type ReportReason,
  type ReportStatus,
  type ReportTarget,
} from '#contract/moderation.constants.ts'
import type { ReportedThing } from '#server/shared/moderated.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

export interface ReportDocument {
  _id: Types.ObjectId
  reporterId: Types.ObjectId
  targetType: ReportTarget
  targetId: Types.ObjectId
  reason: ReportReason
  details: string | null
  thing: ReportedThing
  status: ReportStatus
  createdAt: Date
  /** When an admin or moderator first read its newest words. */
  readAt?: Date | null
  /** When it was last resolved or dismissed. */
  closedAt?: Date | null
  /** How it was closed; missing in reports that were closed before this was stored. */
  outcome?: ReportOutcome
  rev: number
}

const reportSchema = schemaOf<ReportDocument>(
  'reports',
  whole('Few rows, and staff reads all of them in the order of their time.'),
  {
    reporterId: { type: Schema.Types.ObjectId, required: true },
    targetType: { type: String, enum: REPORT_TARGETS, required: true },
    targetId: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true },
    details: { type: String, default: null },
    thing: { type: Schema.Types.Mixed, required: true },
    status: { type: String, enum: REPORT_STATUSES, default: 'pending' as const },
    createdAt: { type: Date, required: true },
    readAt: Date,
    closedAt: { type: Date, default: null },
    outcome: { type: String, enum: REPORT_OUTCOMES },
    rev: { type: Number, default: 1 },
  },
).set('minimize', false)

// A person has one pending report about one thing; after its decision there may be another.
reportSchema.index(
  { reporterId: 1, targetType: 1, targetId: 1 },
  { unique: true, partialFilterExpression: { status: 'pending' } },
)
// Reports about a person, when their account is deleted.
reportSchema.index({ 'thing.ownerId': 1 })
/** The index of each of the admins' lists; reads name it. */
export const REPORT_INDEXES = {
  /** Reports of a status, newest first, and their number. */
  ofStatus: { status: 1, createdAt: -1, _id: -1 },
  newest: { createdAt: -1, _id: -1 },
  /** A person's reports, newest first. */
  ofReporter: { reporterId: 1, _id: 1 },
  /** All reports about one thing. */
  ofTarget: { targetId: 1, _id: -1 },
} as const
for (const index of Object.values(REPORT_INDEXES)) reportSchema.index(index)

export const ReportModel = mongoose.model('Report', reportSchema)
