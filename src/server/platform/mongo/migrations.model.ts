import mongoose, { Schema } from 'mongoose'
import { schemaOf, whole } from './schema.ts'

/** A migration that has begun, by its name; also the documents `lock` and `version`. */
export interface MigrationDocument {
  _id: string
  startedAt?: Date
  /** Missing while it runs, and after an interruption. */
  finishedAt?: Date
  milliseconds?: number
  /** Version of the code that ran it. */
  version?: string
  /** A new store needs no migration: all were recorded as done. */
  skipped?: true
  /** The last processed `_id` of each collection. */
  reached?: Record<string, unknown>
  /** Of `lock`: its holder, and its expiry by the store's clock. */
  owner?: string | null
  until?: Date
}

const migrationSchema = schemaOf<MigrationDocument>('migrations', whole('Few rows.'), {
  _id: { type: String, required: true },
  startedAt: Date,
  finishedAt: Date,
  milliseconds: Number,
  version: String,
  skipped: Boolean,
  reached: Schema.Types.Mixed,
  owner: String,
  until: Date,
}).set('minimize', false)

export const MigrationModel = mongoose.model('Migration', migrationSchema)
