import mongoose, { Schema, type Types } from 'mongoose'
import type { NotificationType, NotificationView } from '#contract/notifications.ts'
import type { ActorView } from '#contract/people.ts'
import type { Notice } from './notices-write.ts'
import { by, byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** A notification. The actor's card and the message stay as they were. */
export interface NotificationDocument {
  _id: Types.ObjectId
  userId: Types.ObjectId
  /** Dense for its owner, from their counter document (LIVE L6). */
  seq: number
  type: NotificationType
  data: NotificationView['data']
  message: string
  actor: ActorView
  read: boolean
  /** The same key is notified once, for ever: a reaction withdrawn and given again is not news. */
  dedupeKey?: string
  /** Reading this also reads the notification: a conversation's id. The badge of Messages stands for it. */
  subject?: string
  createdAt: Date
  rev: number
}

/** A notification that is in no list: what caused it was taken back, deleted or hidden (LIVE L67). */
export interface WithdrawnNotificationDocument extends NotificationDocument {
  /** What brings it back: the post or comment that is not shown, or its own `dedupeKey`. */
  cause: string
  withdrawnAt: Date
}

/** The end of a person's sequence and their unread count, so that the badge is one read by id. */
export interface NotificationCounterDocument {
  _id: Types.ObjectId
  seq: number
  unread: number
  /** How many of the unread ones have a subject. */
  chats: number
  /** Orders `notification:count` (LIVE L2). */
  rev: number
}

/** A notification that is committed with its cause, and written right after it (see `notifyAll`). */
export interface PendingNoticeDocument {
  _id: Types.ObjectId
  /** The receiver. */
  userId: Types.ObjectId
  notice: Notice
  createdAt: Date
}

export const UNREAD_SUBJECTS = { userId: 1, subject: 1 } as const
export const MENTIONS_OF = { userId: 1, type: 1, read: 1, seq: -1 } as const

const fields = {
  userId: { type: Schema.Types.ObjectId, required: true },
  seq: { type: Number, required: true },
  type: { type: String, required: true },
  data: { type: Schema.Types.Mixed, required: true },
  message: { type: String, required: true },
  actor: { type: Schema.Types.Mixed, required: true },
  read: { type: Boolean, default: false },
  dedupeKey: String,
  subject: String,
  createdAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
} as const

const notificationSchema = schemaOf<NotificationDocument>('notifications', by('userId'), fields).set(
  'minimize',
  false,
)

// The list, newest first; no seq is given twice.
notificationSchema.index({ userId: 1, seq: -1 }, { unique: true })
// New and Earlier as two lists.
notificationSchema.index({ userId: 1, read: 1, seq: -1 })
// The same for those that call their reader by name.
notificationSchema.index(MENTIONS_OF, { partialFilterExpression: { type: 'MENTION' } })
// One notification for each key.
notificationSchema.index(
  { userId: 1, dedupeKey: 1 },
  { unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
)
// Notifications about a person whose account is deleted.
notificationSchema.index({ 'actor.id': 1 })
// Notifications about a post, or a comment on it.
notificationSchema.index(
  { 'data.postId': 1, 'data.commentId': 1 },
  { partialFilterExpression: { 'data.postId': { $exists: true } } },
)
// Unread notifications about a subject; read ones leave the index.
notificationSchema.index(UNREAD_SUBJECTS, {
  partialFilterExpression: { read: false, subject: { $exists: true } },
})

const withdrawnSchema = schemaOf<WithdrawnNotificationDocument>('withdrawn_notifications', by('userId'), {
  ...fields,
  cause: { type: String, required: true },
  withdrawnAt: { type: Date, required: true },
}).set('minimize', false)

// What comes back with a post or comment.
withdrawnSchema.index({ cause: 1 })
// What comes back with its own cause; notifications of a deleted account.
withdrawnSchema.index({ userId: 1, dedupeKey: 1 })
withdrawnSchema.index({ 'actor.id': 1 })
// Longer than a decision about a hidden text can be appealed.
withdrawnSchema.index({ withdrawnAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 })

const counterSchema = schemaOf<NotificationCounterDocument>('notification_counters', byId, {
  _id: { type: Schema.Types.ObjectId, required: true },
  seq: { type: Number, default: 0 },
  unread: { type: Number, default: 0 },
  chats: { type: Number, default: 0 },
  rev: { type: Number, default: 0 },
})

const pendingSchema = schemaOf<PendingNoticeDocument>('pending_notices', whole('Rows of some seconds.'), {
  userId: { type: Schema.Types.ObjectId, required: true },
  notice: { type: Schema.Types.Mixed, required: true },
  createdAt: { type: Date, required: true },
}).set('minimize', false)

// What a stopped process left.
pendingSchema.index({ createdAt: 1 })

export const NotificationModel = mongoose.model('Notification', notificationSchema)
export const WithdrawnNotificationModel = mongoose.model('WithdrawnNotification', withdrawnSchema)
export const NotificationCounterModel = mongoose.model('NotificationCounter', counterSchema)
export const PendingNoticeModel = mongoose.model('PendingNotice', pendingSchema)
