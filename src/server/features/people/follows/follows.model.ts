import mongoose, { Schema, type Types } from 'mongoose'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** One person follows another. An unfollow deletes the row. */
export interface FollowDocument {
  _id: Types.ObjectId
  followerId: Types.ObjectId
  followeeId: Types.ObjectId
  createdAt: Date
}

const followSchema = schemaOf<FollowDocument>('follows', by('followerId'), {
  followerId: { type: Schema.Types.ObjectId, required: true },
  followeeId: { type: Schema.Types.ObjectId, required: true },
  createdAt: { type: Date, required: true },
})

// A follow exists once; covers the following feed's list of people.
export const ONE_FOLLOW = { followerId: 1, followeeId: 1 } as const
followSchema.index(ONE_FOLLOW, { unique: true })
// Followers, newest first; the id is the cursor.
followSchema.index({ followeeId: 1, _id: -1 })
// Following, newest first.
followSchema.index({ followerId: 1, _id: -1 })

export const FollowModel = mongoose.model('Follow', followSchema)
