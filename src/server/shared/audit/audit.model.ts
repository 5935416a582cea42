import mongoose, { Schema, type Types } from 'mongoose'
import { AUDIT_TARGETS, type AuditAction, type AuditTarget } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/**
 * One admin action, kept for ever (SECURITY, Admin). Only ids are stored, no names: after a deletion the log
 * still tells what was done.
 */
export interface AuditDocument {
  _id: Types.ObjectId
  adminId: Types.ObjectId
  action: AuditAction
  target: { type: AuditTarget; id: Types.ObjectId | null }
  before: AuditState
  after: AuditState
  at: Date
}

const auditSchema = schemaOf<AuditDocument>('audit_log', whole('Few rows: what staff has done.'), {
  adminId: { type: Schema.Types.ObjectId, required: true },
  action: { type: String, required: true },
  target: {
    type: Schema.Types.Mixed,
    required: true,
    validate: ({ type }: AuditDocument['target']) => AUDIT_TARGETS.includes(type),
  },
  before: { type: Schema.Types.Mixed, default: null },
  after: { type: Schema.Types.Mixed, default: null },
  at: { type: Date, required: true },
}).set('minimize', false)

/** The index of each list, named in the reads; without a filter it is `_id`. */
export const AUDIT_INDEXES = {
  all: { _id: 1 },
  admin: { adminId: 1, _id: -1 },
  action: { action: 1, _id: -1 },
  both: { adminId: 1, action: 1, _id: -1 },
} as const

auditSchema.index(AUDIT_INDEXES.admin)
auditSchema.index(AUDIT_INDEXES.action)
auditSchema.index(AUDIT_INDEXES.both)
// For the erasure of an account.
auditSchema.index({ 'target.id': 1 })
auditSchema.index({ 'before.authorId': 1 })

const refuse = () => {
  throw new Error('The audit log is only ever added to')
}
auditSchema.pre(
  [
    'updateOne',
    'updateMany',
    'findOneAndUpdate',
    'findOneAndReplace',
    'replaceOne',
    'deleteOne',
    'deleteMany',
    'findOneAndDelete',
  ],
  { document: false, query: true },
  refuse,
)
auditSchema.pre(['updateOne', 'deleteOne'], { document: true, query: false }, refuse)
auditSchema.pre('save', function refuseChanges() {
  if (!this.isNew) refuse()
})
auditSchema.pre('bulkWrite', refuse)

export const AuditModel = mongoose.model('AuditEntry', auditSchema)
