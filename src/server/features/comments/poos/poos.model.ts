import mongoose, { Schema, type Types } from 'mongoose'
import type { SchemaFields } from '#server/platform/mongo/schema-fields.ts'

/** A person's poo on a comment; the comment's figure is derived from these rows. */
export interface PooDocument {
  _id: Types.ObjectId
  commentId: Types.ObjectId
  postId: Types.ObjectId
  userId: Types.ObjectId
  createdAt: Date
}

const pooSchema = new Schema<PooDocument>(
  {
    commentId: { type: Schema.Types.ObjectId, required: true },
    postId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
  } satisfies SchemaFields<PooDocument>,
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'comment_poos' },
)

/** One for each person and comment; the viewer's own on the comments of a page; all of a person. */
export const OWN_POOS = { userId: 1, commentId: 1 } as const
pooSchema.index(OWN_POOS, { unique: true })
/** Those of a deleted or recounted comment, and of a deleted post. */
pooSchema.index({ postId: 1, commentId: 1 })

export const PooModel = mongoose.model('CommentPoo', pooSchema)
