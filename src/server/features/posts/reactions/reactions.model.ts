import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionEmoji } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionRow } from './reaction-rows.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** A person's reaction to a post (DECISIONS row 12); the post's counters are derived from these rows. */
export interface ReactionDocument extends ReactionRow {
  postId: Types.ObjectId
  /** createdAt of the post: the order of a profile's likes. */
  postAt: Date
}

const reactionSchema = schemaOf<ReactionDocument>('reactions', by('postId'), {
  postId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  emoji: { type: String, required: true },
  postAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
})

/** One reaction for each person and post; and the viewer's own for the posts of a page. */
export const ONE_REACTION = { postId: 1, userId: 1 } as const
reactionSchema.index(ONE_REACTION, { unique: true })
/**
 * A post's reactions with an emoji, newest first, and with all emoji by merging five ranges. Covers the lists.
 * And all reactions of a deleted or recounted post.
 */
export const REACTIONS_TO = { postId: 1, emoji: 1, createdAt: -1, _id: -1, userId: 1 } as const
reactionSchema.index(REACTIONS_TO)

/** Names the five ranges, which the store merges; without it, it would sort. */
export const EVERY_EMOJI: readonly ReactionEmoji[] = REACTIONS.map(({ emoji }) => emoji)

/** A profile's likes, newest post first. Covers its rows. */
export const LIKES_OF = { userId: 1, postAt: -1, postId: -1 } as const
reactionSchema.index(LIKES_OF)

export const ReactionModel = mongoose.model('Reaction', reactionSchema)
