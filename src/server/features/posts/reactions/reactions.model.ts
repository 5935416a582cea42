import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionEmoji } from '#contract/posts.ts'

/** One person's one reaction to one post (DECISIONS row 12): the truth behind the counters on the post. */
export interface ReactionDocument {
  _id: Types.ObjectId
  postId: Types.ObjectId
  userId: Types.ObjectId
  emoji: ReactionEmoji
  /** When the post was written: the order of the posts a person has reacted to. */
  postAt: Date
  createdAt: Date
}

const reactionSchema = new Schema<ReactionDocument>(
  {
    postId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    emoji: { type: String, required: true },
    postAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'reactions' },
)

// One reaction a person a post, whatever comes in parallel; and a viewer's own on the posts of a page.
reactionSchema.index({ userId: 1, postId: 1 }, { unique: true })
// The newest of a post, and all of a post that is deleted or recounted.
reactionSchema.index({ postId: 1, createdAt: -1, _id: -1 })

/** Posts a person has reacted to, newest post first: the profile's likes. Covers its rows. */
export const LIKES_OF = { userId: 1, postAt: -1, postId: -1 } as const
reactionSchema.index(LIKES_OF)

export const ReactionModel = mongoose.model('Reaction', reactionSchema)
