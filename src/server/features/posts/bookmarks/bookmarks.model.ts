import mongoose, { Schema, type Types } from 'mongoose'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** A post that a person keeps for later. */
export interface BookmarkDocument {
  _id: Types.ObjectId
  userId: Types.ObjectId
  postId: Types.ObjectId
  kept: boolean
  /** createdAt of the post: the order of the list. */
  postAt: Date
  /** When it was last kept. */
  keptAt: Date
  /** When it was let go; the record stays for a while, so that its rev never goes back (LIVE L2). */
  removedAt?: Date
  rev: number
}

const bookmarkSchema = schemaOf<BookmarkDocument>('bookmarks', by('userId'), {
  userId: { type: Schema.Types.ObjectId, required: true },
  postId: { type: Schema.Types.ObjectId, required: true },
  kept: { type: Boolean, required: true },
  postAt: { type: Date, required: true },
  keptAt: { type: Date, required: true },
  removedAt: Date,
  rev: { type: Number, required: true },
})

// Once for each person and post.
bookmarkSchema.index({ userId: 1, postId: 1 }, { unique: true })
/** What a person keeps, newest post first. Covers its rows. */
export const KEPT_BY = { userId: 1, kept: 1, postAt: -1, postId: -1 } as const
bookmarkSchema.index(KEPT_BY)
// Of a deleted post.
bookmarkSchema.index({ postId: 1 })
bookmarkSchema.index({ removedAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 })

export const BookmarkModel = mongoose.model('Bookmark', bookmarkSchema)
