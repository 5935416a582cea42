import mongoose, { Schema } from 'mongoose'

/** A migration that has begun in this store, under its name; `lock` and `version` beside them. */
export interface MigrationDocument {
  _id: string
  startedAt?: Date
  /** Missing while it runs, or when it was cut short. */
  finishedAt?: Date
  milliseconds?: number
  /** Of the code that ran it. */
  version?: string
  /** A new store needs no migration: all were noted as done without running. */
  skipped?: true
  /** The last `_id` of each collection that was done. */
  reached?: Record<string, unknown>
  /** Of `lock`: who holds it, and until when by the store's clock. */
  owner?: string | null
  until?: Date
}

const migrationSchema = new Schema<MigrationDocument>(
  {
    _id: { type: String, required: true },
    startedAt: Date,
    finishedAt: Date,
    milliseconds: Number,
    version: String,
    skipped: Boolean,
    reached: Schema.Types.Mixed,
    owner: String,
    until: Date,
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'migrations' },
)

export const MigrationModel = mongoose.model('Migration', migrationSchema)
