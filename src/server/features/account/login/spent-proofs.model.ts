import mongoose from 'mongoose'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

export interface SpentProofDocument {
  /** The id of the solved puzzle. */
  _id: string
  expiresAt: Date
}

const spentProofSchema = schemaOf<SpentProofDocument>('spent_proofs', byId, {
  _id: { type: String, required: true },
  expiresAt: { type: Date, required: true },
})

// Deleted by the store when the proof itself has long expired.
spentProofSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SpentProofModel = mongoose.model('SpentProof', spentProofSchema)
