import mongoose, { Schema, type Types } from 'mongoose'
import type { Writing } from '#contract/spam.facts.ts'
import type { Sign } from './spam-score.ts'

/** Something that was not let through. */
export interface HeldDocument {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  kind: Writing
  /** What a release writes; null where there is nothing to release: refused, and messages. */
  input: Record<string, unknown> | null
  /** The post that a comment is on. */
  postId: string | null
  /** What an admin reads; null for messages. */
  text: string | null
  score: number
  signs: Sign[]
  verdict: 'held' | 'refused'
  clientId?: string
  createdAt: Date
  rev: number
}

const DAY = 24 * 3600
const KEPT_DAYS = 30

const heldSchema = new Schema<HeldDocument>(
  {
    authorId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    input: { type: Schema.Types.Mixed, default: null },
    postId: { type: String, default: null },
    text: { type: String, default: null },
    score: { type: Number, required: true },
    signs: { type: [Schema.Types.Mixed] as never, default: [] },
    verdict: { type: String, required: true },
    clientId: String,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'held_writings' },
)

// The list is in the order of _id. Nobody has looked for a month: then nobody will.
heldSchema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })
// A retry of what is held is held already.
heldSchema.index({ authorId: 1, clientId: 1 }, { unique: true, partialFilterExpression: { clientId: { $exists: true } } })
// All of a person whose account goes.
heldSchema.index({ authorId: 1, _id: 1 })

export const HeldModel = mongoose.model('HeldWriting', heldSchema)
