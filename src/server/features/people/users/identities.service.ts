import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { badRequest, conflict, isDuplicateKey, unauthorised } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { CONFIRMED, UserModel, type UserDocument, type UserRecord } from './users.model.ts'
import { presentCurrentUser } from './users.present.ts'
import type { Proven } from './accounts.service.ts'

/** An address that is to take the place of the one of now. */
type NewEmail = NonNullable<UserDocument['newEmail']>

/** Notes the address that is to be confirmed, in place of another; null takes it back. */
export async function setNewEmail(
  tx: Transaction,
  id: string,
  newEmail: Pick<NewEmail, 'address' | 'expiresAt'> | null,
): Promise<CurrentUserView> {
  const change = newEmail
    ? { $set: { newEmail }, $inc: { rev: 1 } }
    : { $unset: { newEmail: 1 }, $inc: { rev: 1 } }
  const user = await UserModel.findByIdAndUpdate(id, change, {
    session: tx.session,
    returnDocument: 'after',
  }).lean<UserRecord>()
  if (!user) throw unauthorised()
  const view = presentCurrentUser(user)
  tx.emit('viewer:updated', { user: view })
  return view
}

/** Gives the address that waits a token, by its hash; false when it does not wait any more. */
export async function armNewEmail(
  id: string,
  { address, tokenHash, expiresAt }: Required<NewEmail>,
): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, 'newEmail.address': address },
    { $set: { 'newEmail.tokenHash': tokenHash, 'newEmail.expiresAt': expiresAt } },
  )
  return matchedCount === 1
}

/**
 * Puts the confirmed address in the place of the old one, once, with what else belongs to a move (`within`);
 * a new account confirms the one it has. Throws 400 for a token that does not work (any more), 409 when
 * somebody else has opened an account with the address meanwhile.
 */
export async function confirmNewEmail(
  tokenHash: string,
  within: (tx: Transaction, id: string, before: string) => Promise<void>,
): Promise<{ isAnother: boolean }> {
  try {
    return await transact(async (tx) => {
      const waiting = { 'newEmail.tokenHash': tokenHash, 'newEmail.expiresAt': trusted({ $gt: new Date() }) }
      const before = await UserModel.findOne(waiting).session(tx.session).lean<UserRecord>()
      if (!before?.newEmail) throw badRequest(MESSAGES.emailTokenInvalid)
      await releaseAddress(tx, before.newEmail.address, before._id)
      const change = {
        $set: { email: before.newEmail.address, emailVerified: true, updatedAt: new Date() },
        $unset: { newEmail: 1, ...CONFIRMED },
        $inc: { rev: 1 },
      }
      const user = await UserModel.findByIdAndUpdate(before._id, change, {
        session: tx.session,
        returnDocument: 'after',
      }).lean<UserRecord>()
      tx.emit('viewer:updated', { user: presentCurrentUser(user!) })
      const isAnother = before.email !== before.newEmail.address
      if (isAnother) await within(tx, before._id.toHexString(), before.email)
      return { isAnother }
    })
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict(MESSAGES.emailTaken)
    throw error
  }
}

/**
 * An account that has never confirmed its address gives it up to who confirms it: anybody can register an
 * address that is not theirs. It stays open where its person is signed in, and needs another address.
 */
async function releaseAddress(tx: Transaction, email: string, except: UserRecord['_id']): Promise<void> {
  const holder = await UserModel.findOne(
    { email, unconfirmed: true, _id: trusted({ $ne: except }) },
    { _id: 1 },
  )
    .session(tx.session)
    .lean<Pick<UserDocument, '_id'>>()
  if (!holder) return
  const change = {
    $set: { email: lostAddress(holder._id.toHexString()), updatedAt: new Date() },
    $unset: { newEmail: 1 },
    $inc: { rev: 1 },
  }
  const user = await UserModel.findByIdAndUpdate(holder._id, change, {
    session: tx.session,
    returnDocument: 'after',
  }).lean<UserRecord>()
  tx.emit('viewer:updated', { user: presentCurrentUser(user!) })
}

/** Throws 409 when an account has this address and has not to give it up to who confirms it. */
export async function assertEmailFree(email: string): Promise<void> {
  if (await UserModel.exists({ email, unconfirmed: trusted({ $ne: true }) }))
    throw conflict(MESSAGES.emailTaken)
}

/** A person's address and handle of now; null when they are gone. */
export async function addressOf(id: string): Promise<{ email: string; handle: string } | null> {
  return UserModel.findById(id, { _id: 0, email: 1, handle: 1 }).lean<
    Pick<UserDocument, 'email' | 'handle'>
  >()
}

type Account = Pick<UserDocument, '_id' | 'sessionEpoch' | 'googleId' | 'emailVerified'>
const FIELDS = { sessionEpoch: 1, googleId: 1, emailVerified: 1 } as const

interface Identity {
  googleId: string
  email: string
}

/** Whose account it is, and whether the password that stood there has just gone. */
type Opened = Proven & { lostPassword: boolean }
/** What happens together with the first link. */
type OnLink = (tx: Transaction, opened: Opened) => Promise<void>

/**
 * Whose account a Google account opens, linked by its e-mail address at the first time; null when there is
 * none yet.
 * 'taken': the account with that address is another Google account's. The caller vouches that Google has
 * verified the address.
 */
export async function accountOfGoogle(
  { googleId, email }: Identity,
  onLink: OnLink,
): Promise<Opened | 'taken' | null> {
  return transact(async (tx) => {
    const linked = await UserModel.findOne({ googleId }, FIELDS).session(tx.session).lean<Account>()
    if (linked) return { ...proven(linked), lostPassword: false }
    const account = await UserModel.findOne({ email }, FIELDS).session(tx.session).lean<Account>()
    if (!account) return null
    return account.googleId === undefined ? link(tx, account, { googleId, onLink }) : 'taken'
  })
}

// Anybody may have opened it with an address that is not theirs, to wait inside for its owner: a password and
// sessions of an address that nobody has verified go (SECURITY, Google), and so does another address that
// waits to be confirmed.
async function link(
  tx: Transaction,
  { _id, emailVerified }: Account,
  { googleId, onLink }: { googleId: string; onLink: OnLink },
): Promise<Opened> {
  const locks = emailVerified ? {} : { passwordHash: null, keyless: true }
  const user = await UserModel.findOneAndUpdate(
    { _id, googleId: trusted({ $exists: false }) },
    {
      $set: { googleId, emailVerified: true, updatedAt: new Date(), ...locks },
      $unset: { newEmail: 1, ...CONFIRMED },
      $inc: { rev: 1, sessionEpoch: emailVerified ? 0 : 1 },
    },
    { session: tx.session, returnDocument: 'after' },
  ).lean<UserRecord>()
  if (!user) throw new Error('An account has changed while it was linked')
  if (!emailVerified)
    tx.emit('session:ended', { userId: user._id.toHexString(), sessionId: null, reason: 'reset' })
  tx.emit('viewer:updated', { user: presentCurrentUser(user) })
  const opened = { ...proven(user), lostPassword: !emailVerified }
  await onLink(tx, opened)
  return opened
}

const proven = ({ _id, sessionEpoch }: Pick<UserDocument, '_id' | 'sessionEpoch'>): Proven => ({
  id: _id.toHexString(),
  sessionEpoch,
})

/** Google's id of the account that opens this one; undefined where none does. */
export async function googleIdOf(id: string): Promise<string | undefined> {
  const user = await UserModel.findById(id, { googleId: 1 }).lean<Pick<UserDocument, 'googleId'>>()
  return user?.googleId
}

/** Google opens the account no more. Throws 409 for who has no other way in. */
export async function unlinkGoogle({ id }: Viewer): Promise<CurrentUserView> {
  return transact(async (tx) => {
    const change = { $unset: { googleId: 1 }, $set: { updatedAt: new Date() }, $inc: { rev: 1 } }
    const user = await UserModel.findOneAndUpdate({ _id: id, keyless: trusted({ $ne: true }) }, change, {
      session: tx.session,
      returnDocument: 'after',
    }).lean<UserRecord>()
    if (!user) throw conflict(MESSAGES.passwordFirst)
    const view = presentCurrentUser(user)
    tx.emit('viewer:updated', { user: view })
    return view
  })
}

/** Where an address goes that its owner has confirmed elsewhere: nobody receives mails there. */
const LOST = '@lost.invalid'
export const lostAddress = (id: string): string => `${id}${LOST}`
export const isLost = (email: string): boolean => email.endsWith(LOST)

type Token = Pick<Required<NonNullable<UserDocument['newEmail']>>, 'tokenHash' | 'expiresAt'>

/** Notes the token that confirms the address of now; false when there is nothing to confirm any more. */
export async function armConfirmation(id: string, email: string, token: Token): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, email, unconfirmed: true },
    { $set: { newEmail: { address: email, ...token } } },
  )
  return matchedCount === 1
}
