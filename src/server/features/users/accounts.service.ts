import { Types, trusted } from 'mongoose'
import { SENTENCES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/users.ts'
import { bus } from '#server/platform/bus.ts'
import { conflict, isDuplicateKey } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { searchKeys } from './search-keys.ts'
import { UserModel, type UserDocument, type UserRecord } from './users.model.ts'
import { presentCurrentUser, presentPerson } from './users.present.ts'

export interface NewAccount {
  email: string
  handle: string
  displayName: string
  /** Null for who signs in with Google alone. */
  passwordHash: string | null
  googleId?: string
  /** Whether somebody has vouched that the address is theirs. */
  emailVerified?: boolean
}

/** One's own account, or null when it is gone. */
export async function currentUser(id: string): Promise<CurrentUserView | null> {
  const user = await UserModel.findById(id).lean<UserRecord>()
  return user && presentCurrentUser(user)
}

/** A person whose password has been seen, as of the epoch in which it was right. */
export interface Proven {
  id: string
  sessionEpoch: number
}

/** What a log-in is checked against; null for an unknown address. */
export async function credentialsOf(email: string): Promise<(Proven & { passwordHash: string | null }) | null> {
  const user = await UserModel.findOne({ email }, { passwordHash: 1, sessionEpoch: 1 }).lean<Pick<UserDocument, '_id' | 'passwordHash' | 'sessionEpoch'>>()
  return user && { id: user._id.toHexString(), passwordHash: user.passwordHash, sessionEpoch: user.sessionEpoch }
}

/** Whom a forgotten password or name belongs to; null for an unknown address. */
export async function accountOf(email: string): Promise<{ id: string; handle: string } | null> {
  const user = await UserModel.findOne({ email }, { handle: 1 }).lean<Pick<UserDocument, '_id' | 'handle'>>()
  return user && { id: user._id.toHexString(), handle: user.handle }
}

/** Gives the account a new password and ends all its sessions, sockets included; false when the account is gone. */
export async function replacePassword(tx: Transaction, id: string, passwordHash: string): Promise<boolean> {
  const change = { $set: { passwordHash, updatedAt: new Date() }, $inc: { sessionEpoch: 1, rev: 1 } }
  const { matchedCount } = await UserModel.updateOne({ _id: id }, change, { session: tx.session })
  if (matchedCount === 1) tx.emit('session:ended', { userId: id, sessionId: null, reason: 'reset' })
  return matchedCount === 1
}

/** Throws 409 with its sentence when the handle or the address is in use; spares the cost of a hash. */
export async function assertFree({ handle, email }: Pick<NewAccount, 'handle' | 'email'>): Promise<void> {
  const [handleTaken, emailTaken] = await Promise.all([UserModel.exists({ handle }), UserModel.exists({ email })])
  if (handleTaken) throw conflict(SENTENCES.handleTaken)
  if (emailTaken) throw conflict(SENTENCES.emailTaken)
}

/** Whether nobody is called that. */
export const handleIsFree = async (handle: string): Promise<boolean> => (await UserModel.exists({ handle })) === null

/** Opens an account. The unique indexes decide between two who come at the same moment: the second gets 409. */
export async function createAccount(account: NewAccount): Promise<CurrentUserView> {
  const user = newUser(account)
  try {
    await UserModel.collection.insertOne(user)
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('handle' in error.keyPattern ? SENTENCES.handleTaken : SENTENCES.emailTaken)
    throw error
  }
  bus.emit('person:updated', { person: presentPerson(user) })
  return presentCurrentUser(user)
}

function newUser(account: NewAccount): UserDocument {
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    emailVerified: false,
    ...account,
    bio: '',
    avatarUrl: null,
    bannerUrl: null,
    isAdmin: false,
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

/** Nobody has an account yet: a store that has just been made. */
export const isHouseEmpty = async (): Promise<boolean> => (await UserModel.exists({})) === null

/** How many accounts there are, from the store's own count, and how many were opened since a moment: ids tell it. */
export async function countAccounts(moment: Date): Promise<{ total: number; since: number }> {
  const firstId = Types.ObjectId.createFromTime(Math.ceil(moment.getTime() / 1000))
  const [total, since] = await Promise.all([UserModel.estimatedDocumentCount(), UserModel.countDocuments({ _id: trusted({ $gte: firstId }) })])
  return { total, since }
}
