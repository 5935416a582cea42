import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { SessionEnd } from '#contract/events.ts'
import { Handle, type ActorView } from '#contract/people.ts'
import type { CurrentUserView, HandleCheckView } from '#contract/account.ts'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { bus } from '#server/platform/bus.ts'
import { badRequest, conflict, notFound } from '#server/platform/errors.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { onSeen } from '#server/platform/session-store.ts'
import {
  ASKS_FOR_CONFIRMATION,
  CONFIRMED,
  PEOPLE_BY_POSTS,
  UserModel,
  mustConfirm,
  type UserDocument,
  type UserRecord,
} from './users.model.ts'
import { claimAll, claimantOf, claimantsOf, releaseAll, takeMissing } from './account-claims.model.ts'
import { writeAccount } from './change-account.ts'
import { clock } from '#server/platform/clock.ts'
import { searchKeys } from './people-search.service.ts'
import { presentActor, presentCurrentUser, presentPerson } from './users.present.ts'
import type { ErasedPerson } from '#server/platform/erasure.ts'
import { hasConfirmedAddress } from './identities.service.ts'
import { lockOtherAdmins } from './admin-people.service.ts'

export interface NewAccount {
  email: string
  handle: string
  displayName: string
  /** Null when the account has only Google. */
  passwordHash: string | null
  googleId?: string
  /** Google has verified the address. */
  emailVerified?: boolean
  /** Created without a solved puzzle. */
  unproven?: boolean
  /** The accepted terms and the age band. */
  agreed?: NonNullable<UserDocument['agreed']>
}

/** A person's own account; null when it is deleted. */
export async function currentUser(id: string): Promise<CurrentUserView | null> {
  const user = await loadUser(id)
  return user ? presentCurrentUser(user) : null
}

const loadUser = loadById<UserRecord>(UserModel)

/** A person whose password was checked, and the epoch in which it was correct. */
export interface Proven {
  id: string
  sessionEpoch: number
}

/** What a log-in is checked against; null for an unknown address. */
export async function credentialsOf(
  email: string,
): Promise<(Proven & { passwordHash: string | null }) | null> {
  const id = await claimantOf('email', email)
  const user =
    id &&
    (await UserModel.findById(id, { passwordHash: 1, sessionEpoch: 1 }).lean<
      Pick<UserDocument, '_id' | 'passwordHash' | 'sessionEpoch'>
    >())
  return (
    user && { id: user._id.toHexString(), passwordHash: user.passwordHash, sessionEpoch: user.sessionEpoch }
  )
}

/** The account of an e-mail address; null for an unknown one. */
export async function accountOf(email: string): Promise<{ id: string; handle: string } | null> {
  const id = await claimantOf('email', email)
  const user =
    id && (await UserModel.findById(id, { handle: 1 }).lean<Pick<UserDocument, '_id' | 'handle'>>())
  return user && { id: user._id.toHexString(), handle: user.handle }
}

interface NewPassword {
  passwordHash: string
  /** The session that stays; all others end, with their sockets. */
  except?: string
  /** A mailed link has confirmed the address. */
  byMail?: boolean
}

/**
 * Sets a new password and ends the sessions; a pending change of address is cancelled. Returns the new
 * session epoch, null for a deleted account.
 */
export async function replacePassword(
  tx: Transaction,
  id: string,
  { passwordHash, except, byMail = false }: NewPassword,
): Promise<number | null> {
  const changes = { passwordHash, ...(byMail && { emailVerified: true }) }
  return newEpoch(
    tx,
    id,
    { $set: changes, $unset: { keyless: 1, newEmail: 1, ...(byMail && CONFIRMED) } },
    { except, reason: 'reset' },
  )
}

/**
 * Ends all sessions of the person but one, with their sockets. Returns the new epoch, null for a deleted
 * account.
 */
export const endOtherSessions = (tx: Transaction, id: string, except: string): Promise<number | null> =>
  newEpoch(tx, id, {}, { except, reason: 'logout' })

/** Ends all sessions of the person, with their sockets. Returns the new epoch, null for a deleted account. */
export const endAllSessions = (tx: Transaction, id: string): Promise<number | null> =>
  newEpoch(tx, id, {}, { reason: 'logout' })

async function newEpoch(
  tx: Transaction,
  id: string,
  change: { $set?: Partial<UserDocument>; $unset?: object },
  { except, reason }: { except?: string | undefined; reason: SessionEnd },
): Promise<number | null> {
  const user = await writeAccount(tx, { _id: id }, { ...change, $inc: { sessionEpoch: 1 } })
  if (!user) return null
  tx.emit('session:ended', { userId: id, sessionId: null, ...(except !== undefined && { except }), reason })
  tx.emit('viewer:updated', { user: presentCurrentUser(user) })
  return user.sessionEpoch
}

/** The hash of a person's password; null when there is none. */
export async function passwordHashOf(id: string): Promise<string | null> {
  const user = await UserModel.findById(id, { passwordHash: 1 }).lean<Pick<UserDocument, 'passwordHash'>>()
  return user?.passwordHash ?? null
}

/** Whether the account has a password; one with only Google has none. */
export const hasPassword = async (id: string): Promise<boolean> => (await passwordHashOf(id)) !== null

/** Throws 409 when the handle or the address is in use; called before the expensive hash. */
export async function assertFree({ handle, email }: Pick<NewAccount, 'handle' | 'email'>): Promise<void> {
  const [handleTaken, emailTaken] = await Promise.all([
    claimantOf('handle', handle),
    claimantOf('email', email),
  ])
  if (handleTaken) throw conflict(MESSAGES.handleTaken)
  if (emailTaken) throw conflict(MESSAGES.emailTaken)
}

/** How many handles are offered instead of one that is in use. */
const MOST_SUGGESTIONS = 3

/** Whether the handle is free, and else others like it that are. */
export async function checkHandle(handle: string): Promise<HandleCheckView> {
  const candidates = [`royal_${handle}`, `${handle}_the_great`, `the_${handle}`]
    .concat(['ii', 'iii', 'iv', 'v', 'vi', 'vii'].map((ordinal) => `${handle}_${ordinal}`))
    .filter((candidate) => Handle.safeParse(candidate).success)
  const taken = await claimantsOf('handle', [handle, ...candidates])
  if (!taken.has(handle)) return { isFree: true, suggestions: [] }
  const suggestions = candidates.filter((candidate) => !taken.has(candidate)).slice(0, MOST_SUGGESTIONS)
  return { isFree: false, suggestions }
}

export const handleIsFree = async (handle: string): Promise<boolean> =>
  (await claimantOf('handle', handle)) === null

/**
 * Creates an account, `within` in the same transaction. Its claims decide between two at the same moment: the
 * second gets 409. Throws 400 for a link in the name of somebody who has yet to confirm the address.
 */
export async function createAccount(
  account: NewAccount,
  within: (tx: Transaction, userId: Types.ObjectId) => Promise<void>,
): Promise<CurrentUserView> {
  const user = newUser(account)
  if (mustConfirm(user) && holdsLink(user.displayName)) throw badRequest(SIGN_UP_MESSAGES.nameLink)
  await transact(async (tx) => {
    await within(tx, user._id)
    await claimAll(tx, user)
    await UserModel.collection.insertOne(user, { session: tx.session })
  })
  bus.emit('person:updated', { person: presentPerson(user) })
  return presentCurrentUser(user)
}

/** The record of an account that is created now. */
export function newUser(account: NewAccount): UserDocument {
  const now = clock.date()
  return {
    _id: clock.id(),
    emailVerified: false,
    ...account,
    ...(account.passwordHash === null && { keyless: true }),
    ...(ASKS_FOR_CONFIRMATION && !account.emailVerified && { unconfirmed: true }),
    bio: '',
    avatarUrl: null,
    bannerUrl: null,
    isAdmin: false,
    newcomer: true,
    readWhenSeen: true,
    sessionEpoch: 0,
    followerCount: 0,
    followingCount: 0,
    postCount: 0,
    searchKeys: searchKeys(account),
    createdAt: now,
    updatedAt: now,
    rev: 1,
  }
}

/** Whether the database is new. */
export const hasNoAccounts = async (): Promise<boolean> => (await UserModel.exists({})) === null

/** The number of accounts, from the store's own count, and of those created since a moment, by their ids. */
export async function countAccounts(moment: Date): Promise<{ total: number; since: number }> {
  const firstId = Types.ObjectId.createFromTime(Math.ceil(moment.getTime() / 1000))
  const [total, since] = await Promise.all([
    UserModel.estimatedDocumentCount(),
    UserModel.countDocuments({ _id: trusted({ $gte: firstId }) }),
  ])
  return { total, since }
}

/** When the oldest account that is left was created; null without any. */
export async function firstAccountAt(): Promise<Date | null> {
  const first = await UserModel.findOne().sort({ _id: 1 }).select('_id').lean<{ _id: Types.ObjectId }>()
  return first?._id.getTimestamp() ?? null
}

/** The people with the most posts. */
export async function mostActive(many: number): Promise<(ActorView & { postCount: number })[]> {
  const people = await UserModel.find()
    .hint(PEOPLE_BY_POSTS)
    .sort({ postCount: -1 })
    .limit(many)
    .lean<UserRecord[]>()
  return people
    .filter(({ postCount }) => postCount > 0)
    .map((person) => ({ ...presentActor(person), postCount: person.postCount }))
}

/** Every account in the order of ids, for an admin's export. */
export async function* everyAccount(): AsyncGenerator<UserRecord> {
  yield* rowsOf(UserModel.find({}).sort({ _id: 1 }).lean<UserRecord[]>())
}

/**
 * Stores the time of the last log-in without raising `rev`. Returns whether the person had a known device
 * before.
 */
export async function recordLogin(id: string): Promise<{ hadDevice: boolean }> {
  const before = await UserModel.findByIdAndUpdate(
    id,
    { $set: { hasDevice: true }, $currentDate: { lastLoginAt: true, lastSeenAt: true } },
    { projection: { hasDevice: 1 } },
  ).lean<Pick<UserDocument, 'hasDevice'>>()
  return { hadDevice: before?.hasDevice === true }
}

/** Claims again what an account has lost the claim of, for the recount. True when something was missing. */
export async function repairClaims(tx: Transaction, userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId).session(tx.session).lean<UserRecord>()
  return user !== null && takeMissing(tx, user)
}

/**
 * Deletes the account record: from the commit on the account is gone in every process. Throws 404 for an
 * unknown person and 409 for the last admin, also when the last two are deleted at the same moment.
 */
export async function removeAccount(tx: Transaction, userId: string): Promise<ErasedPerson> {
  const user = await UserModel.findOneAndDelete({ _id: userId }, { session: tx.session }).lean<UserRecord>()
  if (!user) throw notFound(MESSAGES.userNotFound)
  await releaseAll(tx, user)
  if (user.isAdmin && (await lockOtherAdmins(tx, userId)) === 0) throw conflict(MESSAGES.lastAdmin)
  return { id: userId, handle: user.handle, email: user.email, isConfirmed: hasConfirmedAddress(user) }
}

/** Notes that these people use a session, without raising `rev`. */
export const recordLastSeen = (): (() => void) =>
  onSeen(async (userIds) => {
    const people = { _id: trusted({ $in: [...userIds] }) }
    await UserModel.updateMany(people, { $currentDate: { lastSeenAt: true } })
  })

/** When a person last used a session, to ten minutes; null for a deleted account. */
export async function lastSeen(userId: string): Promise<Date | null> {
  const user = await UserModel.findById(userId, { lastSeenAt: 1, createdAt: 1 }).lean<
    Pick<UserDocument, 'lastSeenAt' | 'createdAt'>
  >()
  return user && (user.lastSeenAt ?? user.createdAt)
}
