import mongoose, { Schema, type Types } from 'mongoose'
import type { DigestRhythm } from '#contract/notifications.constants.ts'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

/** How often a person gets their unread notifications by mail. Nobody without one gets any. */
export interface DigestDocument {
  /** The person's. */
  _id: Types.ObjectId
  every: DigestRhythm
  /** When it is looked next whether there is something to mail. */
  nextAt: Date
  /** Notifications up to this seq are in an earlier mail, or are older than the choice to get mails. */
  queuedSeq: number
  /** The `queuedSeq` of the last mail that was given to the mail server, or is about to be. */
  mailedSeq: number
  /** When the last mail was queued. */
  queuedAt?: Date
}

const digestSchema = schemaOf<DigestDocument>('notification_digests', byId, {
  _id: { type: Schema.Types.ObjectId, required: true },
  every: { type: String, required: true },
  nextAt: { type: Date, required: true },
  queuedSeq: { type: Number, required: true },
  mailedSeq: { type: Number, required: true },
  queuedAt: Date,
})

/** Those that are due, the oldest first. */
export const DUE_DIGESTS = { nextAt: 1 } as const
digestSchema.index(DUE_DIGESTS)

export const DigestModel = mongoose.model('NotificationDigest', digestSchema)
