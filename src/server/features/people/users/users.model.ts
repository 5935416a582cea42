import { config } from '#server/platform/config.ts'
import mongoose, { Schema, type Types } from 'mongoose'
import type { AgeBand, Consent } from '#contract/account.constants.ts'
import type { QuietableType } from '#contract/notifications.constants.ts'

export interface UserDocument {
  _id: Types.ObjectId
  /** Lower case, for ever the same. */
  handle: string
  /** Lower case. Leaves the site to its owner and to admins only. */
  email: string
  displayName: string
  bio: string
  avatarUrl: string | null
  bannerUrl: string | null
  isAdmin: boolean
  /**
   * Whether the person has shown that mails to the address reach them: by a mailed link, or Google's word.
   */
  emailVerified: boolean
  /**
   * argon2id in PHC form; null for who signs in with Google alone. Never part of a read unless asked for by
   * name.
   */
  passwordHash: string | null
  /** Has no password: what a read without the hash goes by. */
  keyless?: boolean
  /**
   * The address that waits to be confirmed; its token by SHA-256 alone, hexadecimal, once the mail is
   * written.
   */
  newEmail?: { address: string; tokenHash?: string; expiresAt: Date }
  /** What they do not want to be told of. */
  quiet?: QuietableType[]
  /** Google's `sub` of the account that signs in here, where there is one. */
  googleId?: string
  /** Raised when all sessions of this person end (SECURITY, Session). */
  sessionEpoch: number
  /** Until then the person reads and does not write; missing for who never was. */
  suspendedUntil?: Date | null
  /** Since then they cannot log in. */
  bannedAt?: Date | null
  /** To what the person has agreed, and since when; nothing without having been asked. */
  consents?: Partial<Record<Consent, Date | null>>
  /**
   * Opened while addresses had to be confirmed, and not confirmed yet. Missing for everybody else, and for
   * accounts from before.
   */
  unconfirmed?: boolean
  /**
   * Opened without the proof of a solved puzzle; missing for everybody else, and for accounts from before
   * there were proofs.
   */
  unproven?: boolean
  /**
   * What the registration accepted and when, and of the birth year the band alone; missing where it was not
   * sent.
   */
  agreed?: { ageBand: AgeBand | null; terms: string | null; privacy: string | null; at: Date }
  lastLoginAt?: Date
  /**
   * Has logged in on a browser that holds the cookie of a known device; missing until the first log-in that
   * sets one.
   */
  hasDevice?: boolean
  /**
   * Raised by what has no counter of its own, so that it and a rename at the same moment come one after the
   * other.
   */
  writings?: number
  followerCount: number
  followingCount: number
  postCount: number
  /** What people search finds this person by: see searchKeys. */
  searchKeys: string[]
  createdAt: Date
  updatedAt: Date
  rev: number
}

/** A person as reads give it: what nobody but auth and search needs stays in the store. */
export type UserRecord = Omit<UserDocument, 'passwordHash' | 'searchKeys'>

const userSchema = new Schema<UserDocument>(
  {
    handle: { type: String, required: true },
    email: { type: String, required: true },
    displayName: { type: String, required: true },
    bio: { type: String, default: '' },
    avatarUrl: { type: String, default: null },
    bannerUrl: { type: String, default: null },
    isAdmin: { type: Boolean, default: false },
    emailVerified: { type: Boolean, default: false },
    passwordHash: { type: String, default: null, select: false },
    keyless: Boolean,
    newEmail: {
      type: { _id: false, address: String, tokenHash: String, expiresAt: Date },
      default: undefined,
    },
    quiet: { type: [String], default: undefined },
    googleId: String,
    sessionEpoch: { type: Number, default: 0 },
    suspendedUntil: Date,
    bannedAt: Date,
    consents: Schema.Types.Mixed,
    unconfirmed: Boolean,
    unproven: Boolean,
    agreed: {
      type: { _id: false, ageBand: String, terms: String, privacy: String, at: Date },
      default: undefined,
    },
    lastLoginAt: Date,
    hasDevice: Boolean,
    writings: Number,
    followerCount: { type: Number, default: 0 },
    followingCount: { type: Number, default: 0 },
    postCount: { type: Number, default: 0 },
    searchKeys: { type: [String], select: false },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    rev: { type: Number, default: 1 },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'users' },
)

// One account a handle and one an e-mail address, also when two register at the same moment: both are kept in
// lower case.
userSchema.index({ handle: 1 }, { unique: true })
userSchema.index({ email: 1 }, { unique: true })
// One account a Google account.
userSchema.index({ googleId: 1 }, { unique: true, partialFilterExpression: { googleId: { $exists: true } } })
// Whom a mailed link that confirms an address belongs to.
userSchema.index(
  { 'newEmail.tokenHash': 1 },
  { partialFilterExpression: { 'newEmail.tokenHash': { $exists: true } } },
)
// People search: one range of one key, and where it goes on.
export const PEOPLE_BY_KEY = { searchKeys: 1, _id: 1 } as const
userSchema.index(PEOPLE_BY_KEY)
/** Names the index of the list of the most active. */
export const PEOPLE_BY_POSTS = { postCount: -1 } as const
userSchema.index(PEOPLE_BY_POSTS)
// The few admins, by handle, and for the rule that the last one stays.
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
