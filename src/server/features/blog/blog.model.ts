import mongoose, { Schema, type Types } from 'mongoose'
import type { ReactionCounts } from '#contract/posts.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** An article of the blog (product section 2, Blog). */
export interface BlogDocument {
  _id: Types.ObjectId
  slug: string
  title: string
  content: string
  excerpt: string | null
  featuredImage: string | null
  published: boolean
  authorId: Types.ObjectId
  /** Search words of title, excerpt and content. */
  words: string[]
  createdAt: Date
  /** Set by the first publication only. */
  publishedAt: Date | null
  /** When the job publishes it; never of a published one. Missing in articles older than 0.2. */
  publishAt?: Date | null
  updatedAt: Date
  rev: number
  /** Missing until somebody reacts. Its rev is its own: a reaction does not change the article (LIVE L58). */
  reactions?: { counts: ReactionCounts; rev: number }
}

/** All changes of one article run one after the other under this key. */
export const articleLock = (id: string): string => `decree:${id}`

const blogSchema = schemaOf<BlogDocument>('decrees', whole('Few rows: the articles of the site.'), {
  slug: { type: String, required: true },
  title: { type: String, required: true },
  content: { type: String, required: true },
  excerpt: { type: String, default: null },
  featuredImage: { type: String, default: null },
  published: { type: Boolean, default: false },
  authorId: { type: Schema.Types.ObjectId, required: true },
  words: { type: [String], default: [] },
  createdAt: { type: Date, required: true },
  publishedAt: { type: Date, default: null },
  publishAt: { type: Date, default: null },
  updatedAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
  reactions: { type: Schema.Types.Mixed },
}).set('minimize', false)

// One article for each address, also when two are created at the same moment.
blogSchema.index({ slug: 1 }, { unique: true })
// The public list, newest first; and the number of published articles.
blogSchema.index({ published: 1, publishedAt: -1 })
// The admins' list, newest first.
blogSchema.index({ createdAt: -1 })
// Articles of a writer whose account is deleted.
blogSchema.index({ authorId: 1 })
// Search, public and for admins.
blogSchema.index({ words: 1, publishedAt: -1 }, { partialFilterExpression: { published: true } })
blogSchema.index({ words: 1, createdAt: -1 })

export const BlogModel = mongoose.model('Article', blogSchema)
