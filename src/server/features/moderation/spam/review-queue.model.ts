import mongoose, { Schema, type Types } from 'mongoose'
import type { Writing } from '#contract/moderation.constants.ts'
import type { Sign } from './spam-score.ts'

/** Something that was not let through. */
export interface QueuedDocument {
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
  /** The upload that the post will show; it stays for as long as this waits. */
  mediaId?: Types.ObjectId
  createdAt: Date
  rev: number
}

/**
 * What waited and was withdrawn, thrown away or forgotten: a late retry of it is not posted after all. The id
 * is that of what was held.
 */
export interface QueuedTombstone {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  clientId: string
}

const heldSchema = new Schema<QueuedDocument>(
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
    mediaId: Schema.Types.ObjectId,
    createdAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'held_writings' },
)

// The list, and the sweep of what is old, are in the order of _id. A retry of what is held is held already.
heldSchema.index(
  { authorId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)
// All of a person whose account goes.
heldSchema.index({ authorId: 1, _id: 1 })

const tombstoneSchema = new Schema<QueuedTombstone>(
  {
    authorId: { type: Schema.Types.ObjectId, required: true },
    clientId: { type: String, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'held_tombstones' },
)

// What a retry looks for; all of a person whose account goes.
tombstoneSchema.index({ authorId: 1, clientId: 1 }, { unique: true })

export const QueuedTombstoneModel = mongoose.model('HeldTombstone', tombstoneSchema)
export const QueuedModel = mongoose.model('HeldWriting', heldSchema)
