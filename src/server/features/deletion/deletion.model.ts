import mongoose, { Schema, type Types } from 'mongoose'

/** An account that is gone, while what is left of it is being removed. The record goes last. */
export interface DeletionDocument {
  /** The account's id. */
  _id: Types.ObjectId
  handle: string
  email: string
  requestedAt: Date
  /** When it may be taken: at once, or when the lease of who works on it has run out. */
  dueAt: Date
  /** Who works on it. */
  worker: string | null
  /** In a row without success. */
  failures: number
}

const deletionSchema = new Schema<DeletionDocument>(
  {
    handle: { type: String, required: true },
    email: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    worker: { type: String, default: null },
    failures: { type: Number, default: 0 },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'deletions' },
)

// The queue.
deletionSchema.index({ dueAt: 1 })

export const DeletionModel = mongoose.model('Deletion', deletionSchema)
