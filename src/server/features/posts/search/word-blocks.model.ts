import mongoose, { Schema, type mongo, type Types } from 'mongoose'
import { byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** Some thousand posts that follow each other in time. Blocks follow each other without a gap, from the first post on. */
export interface WordBlock {
  /** The moment from which on its posts were written. */
  _id: Date
  /** The moment before which they were written: where the next block begins. */
  to: Date
  plannedAt: Date
  /** Null until its postings are written. */
  builtAt: Date | null
  /** Posts whose words the postings may lack, because they were edited or restored: when each was written. */
  changed: { at: Date; change: Types.ObjectId }[]
}

/**
 * When the posts of a block were written that have one of a group of words. It may name moments that do not fit
 * any more, never too few.
 */
export interface WordPosting {
  /** '{block}:{slot}' */
  _id: string
  /** Epoch ms, newest first, six bytes each. */
  at: Buffer
}

const blockSchema = schemaOf<WordBlock>(
  'word_blocks',
  whole('One row for many posts, and each search reads all.'),
  {
    _id: { type: Date, required: true },
    to: { type: Date, required: true },
    plannedAt: { type: Date, required: true },
    builtAt: { type: Date, default: null },
    changed: { type: [Schema.Types.Mixed] as never, default: [] },
  },
)

// The block of an edited post is the first one that ends after it.
blockSchema.index({ to: 1 }, { unique: true })

const postingSchema = schemaOf<WordPosting>('word_postings', byId, {
  _id: { type: String, required: true },
  at: Buffer,
})

export const WordBlockModel = mongoose.model('WordBlock', blockSchema)
export const WordPostingModel = mongoose.model('WordPosting', postingSchema)

/** The collections, typed, without Mongoose's conversions. */
export const wordBlocks = () => WordBlockModel.collection as unknown as mongo.Collection<WordBlock>
export const wordPostings = () => WordPostingModel.collection as unknown as mongo.Collection<WordPosting>
