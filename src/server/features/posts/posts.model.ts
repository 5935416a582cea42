import mongoose, { Schema, type Types } from 'mongoose'
import type { RoastDial } from '#contract/posts.constants.ts'
import type { CrowdControlRules } from '#contract/posts.crowd-control.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import type { LinkCardSnapshot } from '#server/features/media/link-cards/link-cards.present.ts'
import type { FurtherPicture } from '#server/features/media/media-attached.ts'
import type { MediaSnapshot } from '#server/features/media/media.present.ts'

/**
 * A copy of the author's card, so that a feed page needs no second collection; a new name or picture rewrites
 * it.
 */
export interface AuthorSnapshot {
  displayName: string
  handle: string
  avatarUrl: string | null
}
import type { TextVersion } from '#server/shared/text-versions.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

export interface ListedReaction {
  emoji: ReactionEmoji
  userId: Types.ObjectId
}

/** Crowd control of a post. At most one at a time, and deleted with the post. */
export interface CrowdControlState {
  /** Another one after it has another id. */
  id: Types.ObjectId
  startedAt: Date
  /** Missing: when the crowd has gone. */
  endsAt: Date
  /** The post's counters when it began. */
  before: { comments: number; reactions: number }
  rules: CrowdControlRules
  /** On the document of a tombstone: its author has hidden the post. */
  hidden?: true
}

/** The fields of a post's view. Reads ask only for these. */
export interface PostRecord {
  _id: Types.ObjectId
  authorId: Types.ObjectId
  author: AuthorSnapshot
  text: string
  mediaUrl: string | null
  mediaType: 'image' | 'video' | null
  /** What a card needs to show the media; missing in records older than this field. */
  media?: MediaSnapshot | null
  altText: string | null
  /** The second to fourth picture; missing when there is one or none. */
  morePictures?: FurtherPicture[]
  contentWarn: string | null
  nsfw: boolean
  /** Missing when it quotes none. */
  quotedId?: Types.ObjectId
  /** Missing when it has none. */
  poll?: { options: { text: string; votes: number }[]; votes: number; endsAt: Date }
  /** Missing when everybody may comment and the author said nothing about it. */
  dial?: RoastDial
  /** Crowd control (DECISIONS rows 500 to 506); missing while it rests. */
  plunger?: CrowdControlState
  /** Missing when the text has no link, or its page has no card; a job adds it. */
  linkCard?: LinkCardSnapshot
  /** The author wants no card of a link. */
  hidePreview?: true
  /** The newest 100, newest first (DECISIONS row 12); the reactions collection has all. */
  reactions: ListedReaction[]
  reactionCounts: Partial<Record<ReactionEmoji, number>>
  reactionTotal: number
  commentCount: number
  shareCount: number
  createdAt: Date
  updatedAt: Date
  editedAt: Date | null
  rev: number
}

export interface PostDocument extends PostRecord {
  hashtags: string[]
  /** Whether the text mentions somebody; missing in records older than this field. */
  mentions?: boolean
  /** Words of the text search: see post-search. */
  words: string[]
  /** Texts before its edits, oldest first (DECISIONS row 320); missing when there was none. */
  versions?: TextVersion[]
  clientId?: string
  /** Until the post is in the timelines of the author's followers. */
  fanOut?: 'pending'
}

/** A deleted post: its last rev, and whether things of it must still be deleted. */
export interface PostTombstone {
  /** The post's id. */
  _id: Types.ObjectId
  authorId: Types.ObjectId
  rev: number
  clientId?: string
  deletedAt: Date
  /** Until its comments, reactions and timeline rows are deleted. */
  remains?: true
  /** The post itself, as long as its author can bring it back. */
  undoable?: PostDocument
}

const postSchema = schemaOf<PostDocument>('posts', by('authorId'), {
  authorId: { type: Schema.Types.ObjectId, required: true },
  author: { type: Schema.Types.Mixed, required: true },
  text: { type: String, required: true },
  hashtags: [String],
  mentions: Boolean,
  words: [String],
  versions: { type: Schema.Types.Mixed as never, default: undefined },
  mediaUrl: { type: String, default: null },
  mediaType: { type: String, default: null },
  media: { type: Schema.Types.Mixed, default: null },
  altText: { type: String, default: null },
  morePictures: { type: [Schema.Types.Mixed] as never, default: undefined },
  contentWarn: { type: String, default: null },
  nsfw: { type: Boolean, default: false },
  quotedId: Schema.Types.ObjectId,
  poll: Schema.Types.Mixed,
  dial: String,
  plunger: Schema.Types.Mixed,
  linkCard: Schema.Types.Mixed,
  hidePreview: Boolean,
  reactions: { type: [Schema.Types.Mixed] as never, default: [] },
  reactionCounts: { type: Schema.Types.Mixed, default: {} },
  reactionTotal: { type: Number, default: 0 },
  commentCount: { type: Number, default: 0 },
  shareCount: { type: Number, default: 0 },
  clientId: String,
  fanOut: String,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  editedAt: { type: Date, default: null },
  rev: { type: Number, default: 1 },
}).set('minimize', false)

/**
 * The index of each list; reads name it, so the planner does not choose. Each covers
 * its list's skeleton.
 */
export const POST_INDEXES = {
  /** For you. _id breaks ties of one millisecond; with authorId, filters run before a post is read. */
  newest: { createdAt: -1, _id: -1, authorId: 1 },
  /** A profile's posts, and the following feed. */
  byAuthor: { authorId: 1, createdAt: -1, _id: -1 },
  byTag: { hashtags: 1, createdAt: -1, _id: -1, authorId: 1 },
  byWord: { words: 1, createdAt: -1, _id: -1, authorId: 1 },
  /** A profile's media. */
  withMedia: { authorId: 1, createdAt: -1, _id: -1, mediaType: 1 },
  /** A profile's replies: posts that mention somebody. */
  mentioning: { authorId: 1, createdAt: -1, _id: -1, mentions: 1 },
} as const

/** The conditions of the two partial indexes; a read must repeat them to use the index. */
export const WITH_MEDIA = { mediaType: { $type: 'string' } } as const
export const MENTIONING = { mentions: true } as const
const HELD: Partial<Record<keyof typeof POST_INDEXES, object>> = {
  withMedia: WITH_MEDIA,
  mentioning: MENTIONING,
}

for (const [name, index] of Object.entries(POST_INDEXES)) {
  const partialFilterExpression = HELD[name as keyof typeof POST_INDEXES]
  postSchema.index(index, partialFilterExpression && { partialFilterExpression })
}

/** Posts with hashtags, by time: trends are counted from them. */
export const TAGGED_POSTS = { createdAt: -1 } as const
export const TAGGED = { 'hashtags.0': { $exists: true } } as const
postSchema.index(TAGGED_POSTS, { partialFilterExpression: TAGGED })
// A retry with the same clientId is the same post (LIVE L5).
postSchema.index(
  { authorId: 1, clientId: 1 },
  { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
)
// Pending fan-outs; done ones leave the index.
postSchema.index({ fanOut: 1, createdAt: 1 }, { partialFilterExpression: { fanOut: 'pending' } })

// Whether a post shows a card, before its picture is deleted.
postSchema.index(
  { 'linkCard.cardId': 1 },
  { partialFilterExpression: { 'linkCard.cardId': { $exists: true } } },
)

/** A person's posts under crowd control. */
export const CROWD_CONTROLLED = { authorId: 1, 'plunger.startedAt': -1 } as const
postSchema.index(CROWD_CONTROLLED, { partialFilterExpression: { 'plunger.startedAt': { $exists: true } } })

const tombstoneSchema = schemaOf<PostTombstone>('post_tombstones', by('authorId'), {
  authorId: { type: Schema.Types.ObjectId, required: true },
  rev: { type: Number, required: true },
  clientId: String,
  deletedAt: { type: Date, required: true },
  remains: Boolean,
  undoable: Schema.Types.Mixed,
})

// A late retry of a deleted post must not create it again.
tombstoneSchema.index(
  { authorId: 1, clientId: 1 },
  { partialFilterExpression: { clientId: { $exists: true } } },
)
// Deleted posts of a person whose account is deleted.
tombstoneSchema.index({ authorId: 1, _id: 1 })
// Deletions that a stopped process did not complete.
tombstoneSchema.index({ remains: 1 }, { partialFilterExpression: { remains: true } })

/** A person's posts that they have hidden. */
export const HIDDEN_BY = { authorId: 1, 'undoable.plunger.hidden': 1 } as const
tombstoneSchema.index(HIDDEN_BY, { partialFilterExpression: { 'undoable.plunger.hidden': true } })

export const PostModel = mongoose.model('Post', postSchema)
export const PostTombstoneModel = mongoose.model('PostTombstone', tombstoneSchema)
