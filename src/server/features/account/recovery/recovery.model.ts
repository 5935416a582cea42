import mongoose, { Schema, type Types } from 'mongoose'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

export interface ResetTokenDocument {
  /** SHA-256 of the token, hexadecimal: the store alone gives nobody a valid link. */
  _id: string
  userId: Types.ObjectId
  expiresAt: Date
}

const resetTokenSchema = schemaOf<ResetTokenDocument>('reset_tokens', byId, {
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  expiresAt: { type: Date, required: true },
})

// Using a link ends the person's other links.
resetTokenSchema.index({ userId: 1 })
// Expired rows are deleted by the store; the code checks the date itself.
resetTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const ResetTokenModel = mongoose.model('ResetToken', resetTokenSchema)
