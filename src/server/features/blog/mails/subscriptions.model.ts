import mongoose, { Schema, type Types } from 'mongoose'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** An address that gets new articles, or was asked whether it wants to. */
export interface SubscriptionDocument {
  _id: Types.ObjectId
  email: string
  /** Whose account it belongs to; it follows a change of that account's address. */
  userId?: Types.ObjectId
  /** Null until somebody with access to the address has agreed. */
  confirmedAt: Date | null
  /** Until it is confirmed: the SHA-256 of the link's token, hexadecimal. */
  tokenHash?: string
  /** Until it is confirmed: when the link ends, and the row with it. */
  expiresAt?: Date
}

const subscriptionSchema = schemaOf<SubscriptionDocument>(
  'decree_subscriptions',
  whole('One small row for each reader who asked for mails.'),
  {
    email: { type: String, required: true },
    userId: Schema.Types.ObjectId,
    confirmedAt: { type: Date, default: null },
    tokenHash: String,
    expiresAt: Date,
  },
)

// One for each address. Letters and erasure read by id and by address.
subscriptionSchema.index({ email: 1 }, { unique: true })
subscriptionSchema.index({ userId: 1 }, { sparse: true })
subscriptionSchema.index({ tokenHash: 1 }, { sparse: true })
subscriptionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SubscriptionModel = mongoose.model('ArticleSubscription', subscriptionSchema)

/** A mail of an article that was given to the mail server, or is about to be. */
interface ArticleMailDocument {
  /** '{article}:{subscription}'. */
  _id: string
  at: Date
}

const articleMailSchema = schemaOf<ArticleMailDocument>(
  'decree_mails',
  whole('One row for each article and day.'),
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
  },
)

/** Longer than an article is mailed after its publication. */
articleMailSchema.index({ at: 1 }, { expireAfterSeconds: 30 * 24 * 3600 })

export const ArticleMailModel = mongoose.model('ArticleMail', articleMailSchema)
