import mongoose, { Schema, type Types } from 'mongoose'
import {
  REPORT_STATUSES,
  REPORT_TARGETS,
  type ReportReason,
  type ReportStatus,
  type ReportTarget,
} from '#contract/moderation.constants.ts'
import type { ReportedThing } from '#server/platform/moderated.ts'

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
  /** When it was last resolved or dismissed. */
  closedAt?: Date | null
  rev: number
}

const reportSchema = new Schema<ReportDocument>(
  {
    reporterId: { type: Schema.Types.ObjectId, required: true },
    targetType: { type: String, enum: REPORT_TARGETS, required: true },
    targetId: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true },
    details: { type: String, default: null },
    thing: { type: Schema.Types.Mixed, required: true },
    status: { type: String, enum: REPORT_STATUSES, default: 'pending' },
    createdAt: { type: Date, required: true },
    closedAt: { type: Date, default: null },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'reports' },
)

// A person has one pending report about one thing; after its decision there may be another.
reportSchema.index(
  { reporterId: 1, targetType: 1, targetId: 1 },
  { unique: true, partialFilterExpression: { status: 'pending' } },
)
// A person's reports, and reports about them, when their account is deleted.
reportSchema.index({ reporterId: 1, _id: 1 })
reportSchema.index({ 'thing.ownerId': 1 })
/** The index of each of the admins' lists; reads name it. */
export const REPORT_INDEXES = {
  /** Reports of a status, newest first, and their number. */
  ofStatus: { status: 1, createdAt: -1, _id: -1 },
  newest: { createdAt: -1, _id: -1 },
  /** All reports about one thing. */
  ofTarget: { targetId: 1, _id: -1 },
} as const
for (const index of Object.values(REPORT_INDEXES)) reportSchema.index(index)

export const ReportModel = mongoose.model('Report', reportSchema)
