import mongoose, { Schema, type Types } from 'mongoose'
import type { ReportQuery } from '#contract/analytics.report.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** Lets a program (token) or people without an account (link) read the figures. */
export interface FiguresKeyDocument {
  _id: Types.ObjectId
  kind: 'token' | 'link'
  /** SHA-256 of the secret, hexadecimal: the store alone gives nobody a valid one. */
  tokenHash: string
  /** The admin's own words about it. */
  name: string
  /** What a link shows; null for a token. */
  query: ReportQuery | null
  createdAt: Date
  /** Null for a token. */
  expiresAt: Date | null
  endedAt: Date | null
  /** Midnight of the day of the last use. */
  usedAt: Date | null
  rev: number
}

const figuresKeySchema = schemaOf<FiguresKeyDocument>('figures_keys', whole('Few rows, made by admins.'), {
  kind: { type: String, required: true },
  tokenHash: { type: String, required: true },
  name: { type: String, required: true },
  query: { type: Schema.Types.Mixed, default: null },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, default: null },
  endedAt: { type: Date, default: null },
  usedAt: { type: Date, default: null },
  rev: { type: Number, default: 1 },
})

// The list uses the order of _id. A call finds its key.
figuresKeySchema.index({ tokenHash: 1 }, { unique: true })

export const FiguresKeyModel = mongoose.model('FiguresKey', figuresKeySchema)
