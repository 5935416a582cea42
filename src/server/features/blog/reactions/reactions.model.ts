import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionRow } from '#server/features/posts/reactions/reaction-rows.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** A person's reaction to an article; the article's counts are derived from these rows. */
export interface ArticleReactionDocument extends ReactionRow {
  decreeId: Types.ObjectId
}

const schema = schemaOf<ArticleReactionDocument>('decree_reactions', whole('Rows of few articles.'), {
  decreeId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  emoji: { type: String, required: true },
  createdAt: { type: Date, required: true },
})

/** One for each person and article; a person's own, for their export and erasure. */
export const OWN_REACTIONS = { userId: 1, decreeId: 1 } as const
schema.index(OWN_REACTIONS, { unique: true })
// Those of a deleted article.
schema.index({ decreeId: 1 })

export const ArticleReactionModel = mongoose.model('ArticleReaction', schema)
