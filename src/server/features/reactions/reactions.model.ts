import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionEmoji } from '#contract/posts.ts'

/** One person's one reaction to one post (DECISIONS row 12): the truth behind the counters on the post. */
export interface ReactionDocument {
  _id: Types.ObjectId
  postId: Types.ObjectId
  userId: Types.ObjectId
  emoji: ReactionEmoji
  createdAt: Date
}

const reactionSchema = new Schema<ReactionDocument>(
  {
    postId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    emoji: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'reactions' },
)

// One reaction a person a post, whatever comes in parallel; and a viewer's own on the posts of a page.
reactionSchema.index({ userId: 1, postId: 1 }, { unique: true })
// The newest of a post, and all of a post that is deleted or recounted.
reactionSchema.index({ postId: 1, createdAt: -1, _id: -1 })

export const ReactionModel = mongoose.model('Reaction', reactionSchema)
