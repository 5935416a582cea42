import { config } from '#server/platform/config.ts'
import mongoose, { Schema, type Types } from 'mongoose'
import type { AgeBand, Consent, MessageSenders } from '#contract/account.constants.ts'
import type { QuietableType } from '#contract/notifications.constants.ts'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

export interface UserDocument {
  _id: Types.ObjectId
  /** Lower case; never changes. Like the address and Google's id it is claimed: see account-claims.model.ts. */
  handle: string
  /** Lower case. Shown only to its owner and to admins. */
  email: string
  displayName: string
  bio: string
  avatarUrl: string | null
  bannerUrl: string | null
  isAdmin: boolean
  /** Missing for everybody else; an admin has none. */
  isModerator?: boolean
  /** Confirmed by a mailed link or by Google. */
  emailVerified: boolean
  /** argon2id in PHC form; null with only Google. Read only when asked for by name. */
  passwordHash: string | null
  /** No password; for reads that leave the hash out. */
  keyless?: boolean
  /** The address to be confirmed, with the SHA-256 of its token (hexadecimal) once the mail is written. */
  newEmail?: { address: string; tokenHash?: string; expiresAt: Date }
  /** Muted kinds of notifications. */
  quiet?: QuietableType[]
  /** Notifications are read once they were on the screen; missing: only when marked. */
  readWhenSeen?: boolean
  /** The first message of a stranger makes a notification; missing: a mark at Messages alone. */
  requestNotices?: boolean
  /** Has a device that wants pushes; else missing. */
  pushes?: boolean
  /** Google's `sub`, when an account is linked. */
  googleId?: string
  /** Raised when all sessions of this person end (SECURITY, Session). */
  sessionEpoch: number
  /** The person is read-only until then; missing without a suspension. */
  suspendedUntil?: Date | null
  /** The person cannot log in since then. */
  bannedAt?: Date | null
  /** Consents, each since when; missing when never asked. */
  consents?: Partial<Record<Consent, Date | null>>
  /** Who may begin a conversation with the person; missing when never chosen. */
  messagesFrom?: MessageSenders
  /** The person neither shows how far they have read nor that they are typing; missing means shown. */
  hidesReads?: boolean
  hidesTyping?: boolean
  /** Created while addresses had to be confirmed, and not confirmed yet; else missing. */
  unconfirmed?: boolean
  /** Created without a solved puzzle; else missing. */
  unproven?: boolean
  /** Has not finished or dismissed the first steps; else missing. */
  newcomer?: boolean
  /** The accepted texts and when, and the age band; missing when not sent. */
  agreed?: { ageBand: AgeBand | null; terms: string | null; privacy: string | null; at: Date }
  lastLoginAt?: Date
  /** Last use of a session, to ten minutes; stays when the session ends. */
  lastSeenAt?: Date
  /** Has logged in with a browser that keeps the device cookie; missing before. */
  hasDevice?: boolean
  /** The last week in which the retention counted the person; missing for people whom it does not follow. */
  countedWeek?: Date
  /** Raised by texts without a counter of their own, so that a rename conflicts with them. */
  writings?: number
  followerCount: number
  followingCount: number
  postCount: number
  /** See `searchKeys`. */
  searchKeys: string[]
  createdAt: Date
  updatedAt: Date
  rev: number
}

/** A person without the fields that only log-in and search need. */
export type UserRecord = Omit<UserDocument, 'passwordHash' | 'searchKeys'>

const userSchema = schemaOf<UserDocument>('users', byId, {
  handle: { type: String, required: true },
  email: { type: String, required: true },
  displayName: { type: String, required: true },
  bio: { type: String, default: '' },
  avatarUrl: { type: String, default: null },
  bannerUrl: { type: String, default: null },
  isAdmin: { type: Boolean, default: false },
  isModerator: Boolean,
  emailVerified: { type: Boolean, default: false },
  passwordHash: { type: String, default: null, select: false },
  keyless: Boolean,
  newEmail: {
    type: { _id: false, address: String, tokenHash: String, expiresAt: Date },
    default: undefined,
  },
  quiet: { type: [String], default: undefined },
  readWhenSeen: Boolean,
  requestNotices: Boolean,
  pushes: Boolean,
  googleId: String,
  sessionEpoch: { type: Number, default: 0 },
  suspendedUntil: Date,
  bannedAt: Date,
  consents: Schema.Types.Mixed,
  messagesFrom: String,
  hidesReads: Boolean,
  hidesTyping: Boolean,
  unconfirmed: Boolean,
  unproven: Boolean,
  newcomer: Boolean,
  agreed: {
    type: { _id: false, ageBand: String, terms: String, privacy: String, at: Date },
    default: undefined,
  },
  lastLoginAt: Date,
  lastSeenAt: Date,
  hasDevice: Boolean,
  countedWeek: Date,
  writings: Number,
  followerCount: { type: Number, default: 0 },
  followingCount: { type: Number, default: 0 },
  postCount: { type: Number, default: 0 },
  searchKeys: { type: [String], select: false },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
})

// Finds the account of a confirmation link.
userSchema.index(
  { 'newEmail.tokenHash': 1 },
  { partialFilterExpression: { 'newEmail.tokenHash': { $exists: true } } },
)
// People search: one range of one key, and its continuation.
export const PEOPLE_BY_KEY = { searchKeys: 1, _id: 1 } as const
userSchema.index(PEOPLE_BY_KEY)
// Admins search any part: the keys are looked through, newest first, and only what matches is fetched.
export const PEOPLE_BY_ANY_PART = { _id: 1, handle: 1, email: 1, displayName: 1 } as const
userSchema.index(PEOPLE_BY_ANY_PART)
/** Name of the index for the most active people. */
export const PEOPLE_BY_POSTS = { postCount: -1 } as const
userSchema.index(PEOPLE_BY_POSTS)
/** Name of the index for the most followed people. */
export const PEOPLE_BY_FOLLOWERS = { followerCount: -1 } as const
userSchema.index(PEOPLE_BY_FOLLOWERS)
// The admins by handle; also for the rule that the last one stays.
userSchema.index({ isAdmin: 1, handle: 1 }, { partialFilterExpression: { isAdmin: true } })

export const UserModel = mongoose.model('User', userSchema)

/** Whether new accounts must confirm their address; not without a mail server. */
export const ASKS_FOR_CONFIRMATION =
  config.CONFIRM_ADDRESS === 'required' ||
  (config.CONFIRM_ADDRESS === 'auto' && config.SMTP_URL !== undefined)

/**
 * Part of an `$unset` when a mail has reached the person: the address is confirmed, and an account that was
 * opened without a puzzle counts as proven.
 */
export const CONFIRMED = { unconfirmed: 1, unproven: 1 } as const

/** Whether the account must confirm its address before links, files and messages to strangers. */
export const mustConfirm = ({ unconfirmed }: Pick<UserRecord, 'unconfirmed'>): boolean =>
  ASKS_FOR_CONFIRMATION && unconfirmed === true
