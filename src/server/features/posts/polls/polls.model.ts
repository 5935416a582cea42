import mongoose, { Schema, type Types } from 'mongoose'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** A person's vote in the poll of a post; the poll's counts are derived from these rows. */
export interface VoteDocument {
  _id: Types.ObjectId
  postId: Types.ObjectId
  userId: Types.ObjectId
  /** Place of the option, from 0. */
  option: number
  createdAt: Date
}

const voteSchema = schemaOf<VoteDocument>('poll_votes', by('userId'), {
  postId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  option: { type: Number, required: true },
  createdAt: { type: Date, required: true },
})

// One vote for each person and post; the person's own votes.
voteSchema.index({ userId: 1, postId: 1 }, { unique: true })
// The votes of a deleted or recounted post. Covers the count.
voteSchema.index({ postId: 1, option: 1 })

export const VoteModel = mongoose.model('PollVote', voteSchema)
