import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionEmoji } from '#contract/posts.ts'

/** The author as written on the post, so that a feed page is one read; `user:updated` rewrites it. */
export interface AuthorSnapshot {
  displayName: string
  handle: string
  avatarUrl: string | null
}

export interface PostDocument {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  author: AuthorSnapshot
  text: string
  hashtags: string[]
  mediaUrl: string | null
  mediaType: 'image' | 'video' | null
  altText: string | null
  contentWarn: string | null
  nsfw: boolean
  /** The newest 100 (DECISIONS row 12); the truth is in the reactions collection. */
  reactions: { emoji: ReactionEmoji; userId: Types.ObjectId }[]
  reactionCounts: Partial<Record<ReactionEmoji, number>>
  reactionTotal: number
  commentCount: number
  shareCount: number
  clientId?: string
  createdAt: Date
  updatedAt: Date
  editedAt: Date | null
  rev: number
}

const postSchema = new Schema<PostDocument>(
  {
    authorId: { type: Schema.Types.ObjectId, required: true },
    author: { type: Schema.Types.Mixed, required: true },
    text: { type: String, required: true },
    hashtags: [String],
    mediaUrl: { type: String, default: null },
    mediaType: { type: String, default: null },
    altText: { type: String, default: null },
    contentWarn: { type: String, default: null },
    nsfw: { type: Boolean, default: false },
    reactions: { type: [Schema.Types.Mixed] as never, default: [] },
    reactionCounts: { type: Schema.Types.Mixed, default: {} },
    reactionTotal: { type: Number, default: 0 },
    commentCount: { type: Number, default: 0 },
    shareCount: { type: Number, default: 0 },
    clientId: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    editedAt: { type: Date, default: null },
    rev: { type: Number, default: 1 },
  },
  { minimize: false, versionKey: false, autoIndex: false, collection: 'posts' },
)

// For you: newest first; _id breaks ties of one millisecond.
postSchema.index({ createdAt: -1, _id: -1 })
// A profile's posts, and the pull of the following feed.
postSchema.index({ authorId: 1, createdAt: -1, _id: -1 })
// Tag search.
postSchema.index({ hashtags: 1, createdAt: -1, _id: -1 })
// A retried post is the same post (LIVE L5).
postSchema.index({ authorId: 1, clientId: 1 }, { unique: true, partialFilterExpression: { clientId: { $exists: true } } })

export const PostModel = mongoose.model('Post', postSchema)
