import mongoose, { Schema, type Types } from 'mongoose'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

export type RelationKind = 'mute' | 'block'

/** One person mutes or blocks another. Its end deletes the row. */
export interface RelationDocument {
  _id: Types.ObjectId
  userId: Types.ObjectId
  otherId: Types.ObjectId
  kind: RelationKind
  createdAt: Date
}

const relationSchema = schemaOf<RelationDocument>('relations', by('userId'), {
  userId: { type: Schema.Types.ObjectId, required: true },
  otherId: { type: Schema.Types.ObjectId, required: true },
  kind: { type: String, enum: ['mute', 'block'], required: true },
  createdAt: { type: Date, required: true },
})

// A person's mutes and blocks, once each; covers the viewer's sets.
relationSchema.index({ userId: 1, kind: 1, otherId: 1 }, { unique: true })
// The lists of muted and of blocked people, newest first.
relationSchema.index({ userId: 1, kind: 1, _id: -1 })
// Who blocked this person: blocks work in both directions.
relationSchema.index({ otherId: 1, kind: 1, userId: 1 })

export const RelationModel = mongoose.model('Relation', relationSchema)
