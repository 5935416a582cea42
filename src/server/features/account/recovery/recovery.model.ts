import mongoose, { Schema, type Types } from 'mongoose'

export interface ResetTokenDocument {
  /** SHA-256 of the token, hexadecimal: who reads the store still holds no link. */
  _id: string
  userId: Types.ObjectId
  expiresAt: Date
}

const resetTokenSchema = new Schema<ResetTokenDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'reset_tokens' },
)

// A used link ends the person's others.
resetTokenSchema.index({ userId: 1 })
// Nobody has to sweep up; that a link is over is decided by its date, not by this.
resetTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const ResetTokenModel = mongoose.model('ResetToken', resetTokenSchema)
