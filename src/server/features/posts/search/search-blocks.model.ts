import mongoose, { Schema, type mongo, type Types } from 'mongoose'
import { schemaOf } from '#server/platform/mongo/schema.ts'

/**
 * Some thousand posts that follow each other in time, indexed together: for each group of words, the places of
 * the posts that have one of them. Blocks follow each other without a gap, from the first post on.
 */
export interface SearchBlock {
  /** The moment from which on its posts were written. */
  _id: Date
  /** The moment before which they were written: where the next block begins. */
  to: Date
  plannedAt: Date
  /** Names the postings in use; null until they are built. */
  postings: Types.ObjectId | null
  builtAt: Date | null
  /** Names of all postings of this block that may exist: earlier and interrupted ones are removed by the job. */
  builds: Types.ObjectId[]
  /** Posts whose words the postings lack, because they were edited or restored. */
  changed: { post: Types.ObjectId; change: Types.ObjectId }[]
}

/** One document of a block's postings; the id begins with their name. */
export interface SearchPosting {
  /** '{postings}:{slot}' holds places, '{postings}:ids{number}' the ids of 64 posts. */
  _id: string
  /** Places as numbers of two bytes, when they are few. */
  list?: Buffer
  /** A bit for each place, when they are many. */
  bits?: Buffer
  /** Twelve bytes for each post. */
  ids?: Buffer
}

const blockSchema = schemaOf<SearchBlock>('search_blocks', {
  _id: { type: Date, required: true },
  to: { type: Date, required: true },
  plannedAt: { type: Date, required: true },
  postings: { type: Schema.Types.ObjectId, default: null },
  builtAt: { type: Date, default: null },
  builds: { type: [Schema.Types.ObjectId], default: [] },
  changed: { type: [Schema.Types.Mixed] as never, default: [] },
})

// The block of an edited post is the first one that ends after it.
blockSchema.index({ to: 1 }, { unique: true })

const postingSchema = schemaOf<SearchPosting>('search_postings', {
  _id: { type: String, required: true },
  list: Buffer,
  bits: Buffer,
  ids: Buffer,
})

export const SearchBlockModel = mongoose.model('SearchBlock', blockSchema)
export const SearchPostingModel = mongoose.model('SearchPosting', postingSchema)

/** The collections, typed, without Mongoose's conversions. */
export const searchBlocks = () => SearchBlockModel.collection as unknown as mongo.Collection<SearchBlock>
export const postings = () => SearchPostingModel.collection as unknown as mongo.Collection<SearchPosting>
