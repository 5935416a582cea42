import mongoose, { Schema, type Types } from 'mongoose'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** A person's poo on a comment; the comment's figure is derived from these rows. */
export interface PooDocument {
  _id: Types.ObjectId
  commentId: Types.ObjectId
  postId: Types.ObjectId
  userId: Types.ObjectId
  createdAt: Date
}

const pooSchema = schemaOf<PooDocument>('comment_poos', by('userId'), {
  commentId: { type: Schema.Types.ObjectId, required: true },
  postId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
})

/** One for each person and comment; the viewer's own on the comments of a page; all of a person. */
export const OWN_POOS = { userId: 1, commentId: 1 } as const
pooSchema.index(OWN_POOS, { unique: true })
/** Those of a deleted or recounted comment, and of a deleted post. */
pooSchema.index({ postId: 1, commentId: 1 })

export const PooModel = mongoose.model('CommentPoo', pooSchema)
