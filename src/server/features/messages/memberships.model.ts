import mongoose, { Schema, type mongo, type Types } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

/** One person in a conversation. Nobody else sees it, so it has a `rev` of its own (LIVE L2). */
export interface MembershipDocument {
  _id: Types.ObjectId
  conversationId: Types.ObjectId
  userId: Types.ObjectId
  /** The other one of two. Missing in a group. */
  otherId?: Types.ObjectId
  /** In a group: since when, and after which seq they may read. */
  joinedAt?: Date
  after?: number
  /** The seq up to which they have read. */
  readSeq: number
  /** The seq of the last message of which they were notified; the write makes notifying and reading conflict. */
  told?: number
  /** One of two who has switched off read receipts. */
  hidesReads?: true
  /** When the mute ends (null: never). One that has ended may stay. */
  muted?: { until: Date | null }
  /** They have marked it as unread and not opened it since. */
  markedUnread?: true
  /** They have archived it when this was the last message: see `isArchived`. */
  archivedSeq?: number
  pinnedAt?: Date
  /** What they have made of a stranger's first words (LIVE L37), and when the last of them were written. */
  request?: 'waiting' | 'declined'
  requestAt?: Date
  /** What they see of the other one while that one blocks them (LIVE L25). */
  atBlock?: AtBlock
  rev: number
}

/** What a blocked person keeps seeing of the blocker. */
export interface AtBlock {
  card: ActorView
  readSeq: number
}

const membershipSchema = schemaOf<MembershipDocument>('memberships', by('userId'), {
  conversationId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  otherId: Schema.Types.ObjectId,
  joinedAt: Date,
  after: Number,
  readSeq: { type: Number, default: 0 },
  told: Number,
  hidesReads: Boolean,
  muted: Schema.Types.Mixed,
  markedUnread: Boolean,
  archivedSeq: Number,
  pinnedAt: Date,
  request: String,
  requestAt: Date,
  atBlock: Schema.Types.Mixed,
  rev: { type: Number, default: 0 },
}).set('minimize', false)

// One for each person of a conversation.
membershipSchema.index({ userId: 1, conversationId: 1 }, { unique: true })
// All of a conversation.
membershipSchema.index({ conversationId: 1, userId: 1 })
// All of a person, and the few that they have pinned.
membershipSchema.index({ userId: 1, pinnedAt: 1 })
// What a person has archived.
membershipSchema.index(
  { userId: 1, archivedSeq: 1 },
  { partialFilterExpression: { archivedSeq: { $exists: true } } },
)
// The requests that a person has received, newest message first.
membershipSchema.index(
  { userId: 1, request: 1, requestAt: -1, conversationId: -1 },
  { partialFilterExpression: { request: { $exists: true } } },
)
// Those who see what a person is and reads, in conversations of two.
membershipSchema.index({ otherId: 1 }, { partialFilterExpression: { otherId: { $exists: true } } })

export const MembershipModel = mongoose.model('Membership', membershipSchema)

/** Without Mongoose, for the most frequent calls: every value in them has been checked. */
export const memberships = MembershipModel.collection as unknown as mongo.Collection<MembershipDocument>
