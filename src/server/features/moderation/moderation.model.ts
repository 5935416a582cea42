import mongoose, { Schema, type Types } from 'mongoose'
import type {
  AppealStatus,
  ModerationAction,
  ReportReason,
  ReportTarget,
} from '#contract/moderation.constants.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

export interface Appeal {
  text: string
  at: Date
  /** When somebody other than who decided first read it. */
  readAt?: Date | null
  status: AppealStatus
  decidedBy: Types.ObjectId | null
  decidedAt: Date | null
}

/** A decision about a person. */
export interface CaseDocument {
  _id: Types.ObjectId
  personId: Types.ObjectId
  adminId: Types.ObjectId
  reportId: Types.ObjectId
  action: ModerationAction
  reason: ReportReason
  note: string | null
  targetType: ReportTarget
  targetId: Types.ObjectId
  /** The text as it was reported. */
  text: string
  until: Date | null
  createdAt: Date
  appealBy: Date
  appeal: Appeal | null
  rev: number
}

/** A removed thing that can come back: its whole document. */
export interface RemovedDocument {
  /** Id of the thing. */
  _id: Types.ObjectId
  kind: Exclude<ReportTarget, 'user'>
  ownerId: Types.ObjectId
  document: object
  /** It is deleted then, unless an appeal is pending. */
  purgeAt: Date
}

const caseSchema = schemaOf<CaseDocument>(
  'moderation_cases',
  whole('Few rows, and staff reads all of them in the order of their time.'),
  {
    personId: { type: Schema.Types.ObjectId, required: true },
    adminId: { type: Schema.Types.ObjectId, required: true },
    reportId: { type: Schema.Types.ObjectId, required: true },
    action: { type: String, required: true },
    reason: { type: String, required: true },
    note: { type: String, default: null },
    targetType: { type: String, required: true },
    targetId: { type: Schema.Types.ObjectId, required: true },
    text: { type: String, default: '' },
    until: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    appealBy: { type: Date, required: true },
    appeal: { type: Schema.Types.Mixed, default: null },
    rev: { type: Number, default: 1 },
  },
).set('minimize', false)

/** The index of each list; reads name it. */
export const CASE_INDEXES = {
  /** Decisions about a person, newest first. */
  ofPerson: { personId: 1, _id: -1 },
  /** Pending appeals, newest first. */
  waiting: { 'appeal.at': -1 },
} as const
export const WAITING = { 'appeal.status': 'pending' } as const

caseSchema.index(CASE_INDEXES.ofPerson)
caseSchema.index(CASE_INDEXES.waiting, { partialFilterExpression: WAITING })

const removedSchema = schemaOf<RemovedDocument>('removed_things', whole('Few rows, each for 30 days.'), {
  kind: { type: String, required: true },
  ownerId: { type: Schema.Types.ObjectId, required: true },
  document: { type: Schema.Types.Mixed, required: true },
  purgeAt: { type: Date, required: true },
}).set('minimize', false)

// What is due for deletion, oldest first; and everything of a person whose account is deleted.
removedSchema.index({ purgeAt: 1 })
removedSchema.index({ ownerId: 1 })

export const CaseModel = mongoose.model('ModerationCase', caseSchema)
export const RemovedModel = mongoose.model('RemovedThing', removedSchema)
