import mongoose, { Schema, type Types } from 'mongoose'

/**
 * A mail that is still to be written and carried. What it is about, never what it says: links are minted when it is
 * written, so that nothing here opens anything.
 */
export interface MailDocument {
  _id: Types.ObjectId
  kind: string
  about: Record<string, string>
  /** When it is tried next; while a process works on it, when its lease runs out. */
  dueAt: Date
  attempts: number
  /** Nobody wants it after this. */
  expiresAt: Date
}

const mailSchema = new Schema<MailDocument>(
  {
    kind: { type: String, required: true },
    about: { type: Schema.Types.Mixed, required: true },
    dueAt: { type: Date, required: true },
    attempts: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'mails' },
)

// The queue, with its leases.
mailSchema.index({ dueAt: 1 })
// The address in it goes, whatever happens.
mailSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const MailModel = mongoose.model('Mail', mailSchema)
