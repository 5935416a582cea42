import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { conflict } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Proven } from './accounts.service.ts'
import { CONFIRMED } from './address-confirmation.service.ts'
import { UserModel, type UserDocument, type UserRecord } from './users.model.ts'
import { presentCurrentUser } from './users.present.ts'

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
