import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '#server/platform/mongo/schema-fields.ts'

export interface SpentProofDocument {
  /** The id of the solved puzzle. */
  _id: string
  expiresAt: Date
}

const spentProofSchema = new Schema<SpentProofDocument>(
  {
    _id: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<SpentProofDocument>,
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'spent_proofs' },
)

// Deleted by the store when the proof itself has long expired.
spentProofSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SpentProofModel = mongoose.model('SpentProof', spentProofSchema)
