import mongoose, { Schema, type Types } from 'mongoose'
import type { AuthorSnapshot } from '#server/features/posts/posts.store.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

export interface CommentDocument {
  _id: Types.ObjectId
  postId: Types.ObjectId
  authorId: Types.ObjectId
  /** A copy, as on posts, so that a page is one read; a new name or picture rewrites it. */
  author: AuthorSnapshot
  text: string
  /** The comment it answers, for ever: it may be deleted meanwhile. */
  parent?: { id: Types.ObjectId; createdAt: Date }
  /** Derived from `comment_poos`. */
  poos: number
  clientId?: string
  createdAt: Date
  updatedAt: Date
  rev: number
}

/** A deleted or hidden comment with a clientId: a late retry must not create it again (LIVE L5). */
export interface CommentTombstone {
  /** The comment's id. */
  _id: Types.ObjectId
  authorId: Types.ObjectId
  clientId: string
}

const commentSchema = schemaOf<CommentDocument>('comments', by('postId'), {
  postId: { type: Schema.Types.ObjectId, required: true },
  authorId: { type: Schema.Types.ObjectId, required: true },
  author: { type: Schema.Types.Mixed, required: true },
  text: { type: String, required: true },
  parent: { type: Schema.Types.Mixed },
  poos: { type: Number, default: 0 },
  clientId: String,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
})

/** A post's comments, newest first, and read backwards oldest first; _id breaks ties of one millisecond. */
export const COMMENTS_OF_POST = { postId: 1, createdAt: -1, _id: -1 } as const

/** A person's comments: a profile's replies, and the rewriting of the author's card. */
export const COMMENTS_BY_PERSON = { authorId: 1, createdAt: -1, _id: -1 } as const

/** A post's comments, most poos first, of equal ones the newest; time and author filter before a row is read. */
export const COMMENTS_BY_POOS = { postId: 1, poos: -1, _id: -1, createdAt: 1, authorId: 1 } as const

commentSchema.index(COMMENTS_OF_POST)
commentSchema.index(COMMENTS_BY_POOS)
commentSchema.index(COMMENTS_BY_PERSON)
// A retry with the same clientId is the same comment of the post (LIVE L5).
commentSchema.index(
  { postId: 1, authorId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)

const tombstoneSchema = schemaOf<CommentTombstone>('comment_tombstones', by('authorId'), {
  authorId: { type: Schema.Types.ObjectId, required: true },
  clientId: { type: String, required: true },
})

// Found by a retry; and everything of a person whose account is deleted.
tombstoneSchema.index({ authorId: 1, clientId: 1 })

export const CommentTombstoneModel = mongoose.model('CommentTombstone', tombstoneSchema)
export const CommentModel = mongoose.model('Comment', commentSchema)
