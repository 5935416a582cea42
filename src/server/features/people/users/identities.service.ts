import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { badRequest, conflict, notFound, unauthorised } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { CONFIRMED, UserModel, type UserDocument, type UserRecord } from './users.model.ts'
import { claim, claimantOf, release, type Claimed } from './account-claims.model.ts'
import { changeAccount, writeAccount } from './change-account.ts'
import { presentCurrentUser } from './users.present.ts'
import type { Proven } from './accounts.service.ts'

/** A new address that is not confirmed yet. */
type NewEmail = NonNullable<UserDocument['newEmail']>

/** Stores the address to be confirmed, in place of an older one; null cancels it. */
export async function setNewEmail(
  tx: Transaction,
  id: string,
  newEmail: Pick<NewEmail, 'address' | 'expiresAt'> | null,
): Promise<CurrentUserView> {
  const change = newEmail ? { $set: { newEmail } } : { $unset: { newEmail: 1 } }
  const user = await changeAccount(tx, { _id: id }, change)
  if (!user) throw unauthorised()
  return presentCurrentUser(user)
}

/** Stores the token's hash for the pending address; false when it is no longer pending. */
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

/** Runs in the transaction that replaces an address, with the one before. */
type OnReplaced = (tx: Transaction, id: string, before: string) => Promise<void>

/**
 * Replaces the address by the confirmed one, once; a new account confirms its own. `within` runs in the same
 * transaction. Throws 400 for an invalid token, 409 when another account has taken the address.
 */
export const confirmNewEmail = (tokenHash: string, within: OnReplaced): Promise<{ isAnother: boolean }> =>
  transact(async (tx) => {
    const waiting = { 'newEmail.tokenHash': tokenHash, 'newEmail.expiresAt': trusted({ $gt: clock.date() }) }
    const before = await UserModel.findOne(waiting).session(tx.session).lean<UserRecord>()
    if (!before?.newEmail) throw badRequest(MESSAGES.emailTokenInvalid)
    return confirm(tx, before, before.newEmail.address, within)
  })

/**
 * For an operator, who vouches for it: confirms the person's address, or another one. `alongside` runs in the same
 * transaction, `within` where the address is another one. Throws 404, 409 when another account has taken the address,
 * or has taken the person's own.
 */
export const confirmByOperator = (
  id: string,
  address: string | null,
  { within, alongside }: { within: OnReplaced; alongside: (tx: Transaction) => Promise<void> },
): Promise<void> =>
  transact(async (tx) => {
    const before = await UserModel.findById(id).session(tx.session).lean<UserRecord>()
    if (!before) throw notFound(MESSAGES.userNotFound)
    if (address === null && isLost(before.email)) throw conflict(MESSAGES.addressLost)
    await confirm(tx, before, address ?? before.email, within)
    await alongside(tx)
  })

async function confirm(
  tx: Transaction,
  { _id, email: before }: UserRecord,
  email: string,
  within: OnReplaced,
): Promise<{ isAnother: boolean }> {
  await takeAddress(tx, email, _id)
  if (before !== email) await moveAddress(tx, _id, before, email)
  await changeAccount(
    tx,
    { _id },
    { $set: { email, emailVerified: true }, $unset: { newEmail: 1, ...CONFIRMED } },
  )
  const isAnother = before !== email
  if (isAnother) await within(tx, _id.toHexString(), before)
  return { isAnother }
}

/**
 * An account that never confirmed its address loses it to the one that confirms it, because anybody can
 * register with any address. Its sessions stay, and the person needs another address.
 */
async function takeAddress(tx: Transaction, email: string, taker: UserRecord['_id']): Promise<void> {
  const holder = await claimantOf('email', email, tx)
  if (!holder || holder.equals(taker)) return
  const lost = lostAddress(holder.toHexString())
  const which = { _id: holder, unconfirmed: true }
  if (await changeAccount(tx, which, { $set: { email: lost }, $unset: { newEmail: 1 } }))
    await moveAddress(tx, holder, email, lost)
}

async function moveAddress(
  tx: Transaction,
  id: UserRecord['_id'],
  before: string,
  after: string,
): Promise<void> {
  await release(tx, id, 'email', before)
  await claim(tx, id, 'email', after)
}

/** Throws 409 when another account has confirmed this address. */
export async function assertEmailFree(email: string): Promise<void> {
  const holder = await claimantOf('email', email)
  if (holder && (await UserModel.exists({ _id: holder, unconfirmed: trusted({ $ne: true }) })))
    throw conflict(MESSAGES.emailTaken)
}

/** A person's current address and handle; null for a deleted account. */
export async function emailAddressOf(id: string): Promise<{ email: string; handle: string } | null> {
  return UserModel.findById(id, { _id: 0, email: 1, handle: 1 }).lean<
    Pick<UserDocument, 'email' | 'handle'>
  >()
}

/** A person's current address, and whether a mail has reached the person there; null for a deleted account. */
export async function confirmedAddressOf(
  id: string,
): Promise<{ email: string; isConfirmed: boolean } | null> {
  const user = await UserModel.findById(id, { email: 1, emailVerified: 1, unconfirmed: 1 }).lean<
    Pick<UserDocument, 'email' | 'emailVerified' | 'unconfirmed'>
  >()
  return user && { email: user.email, isConfirmed: hasConfirmedAddress(user) }
}

/** Whether a mail has reached the person at the account's address. */
export const hasConfirmedAddress = ({
  email,
  emailVerified,
  unconfirmed,
}: Pick<UserDocument, 'email' | 'emailVerified' | 'unconfirmed'>): boolean =>
  emailVerified && !unconfirmed && !isLost(email)

type Account = Pick<UserDocument, '_id' | 'sessionEpoch' | 'googleId' | 'emailVerified'>
const FIELDS = { sessionEpoch: 1, googleId: 1, emailVerified: 1 } as const

interface Identity {
  googleId: string
  email: string
}

/** The account, and whether its password was just removed. */
type Opened = Proven & { lostPassword: boolean }
/** Runs in the transaction of the first link. */
type OnLink = (tx: Transaction, opened: Opened) => Promise<void>

/**
 * The account of a Google account, linked by its e-mail address the first time; null when there is none.
 * 'taken': the account of that address belongs to another Google account. The caller has checked that Google
 * verified the address.
 */
export async function accountOfGoogle(
  { googleId, email }: Identity,
  onLink: OnLink,
): Promise<Opened | 'taken' | null> {
  return transact(async (tx) => {
    const linked = await accountWith(tx, 'googleId', googleId)
    if (linked) return { ...proven(linked), lostPassword: false }
    const account = await accountWith(tx, 'email', email)
    if (!account) return null
    return account.googleId === undefined ? link(tx, account, { googleId, onLink }) : 'taken'
  })
}

async function accountWith(tx: Transaction, what: Claimed, value: string): Promise<Account | null> {
  const id = await claimantOf(what, value, tx)
  return id && UserModel.findById(id, FIELDS).session(tx.session).lean<Account>()
}

// Anybody may have created the account with a foreign address and wait for its owner. So an address that was
// never verified loses its password and sessions (SECURITY, Google), and a pending change of address.
async function link(
  tx: Transaction,
  { _id, emailVerified }: Account,
  { googleId, onLink }: { googleId: string; onLink: OnLink },
): Promise<Opened> {
  const locks = emailVerified ? {} : { passwordHash: null, keyless: true }
  const user = await writeAccount(
    tx,
    { _id, googleId: trusted({ $exists: false }) },
    {
      $set: { googleId, emailVerified: true, ...locks },
      $unset: { newEmail: 1, ...CONFIRMED },
      $inc: { sessionEpoch: emailVerified ? 0 : 1 },
    },
  )
  if (!user) throw new Error('An account has changed while it was linked')
  await claim(tx, _id, 'googleId', googleId)
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

/** The linked Google id; undefined without one. */
export async function googleIdOf(id: string): Promise<string | undefined> {
  const user = await UserModel.findById(id, { googleId: 1 }).lean<Pick<UserDocument, 'googleId'>>()
  return user?.googleId
}

/** Removes the link to Google; `onUnlink` runs in the same transaction. Throws 409 without a password. */
export async function unlinkGoogle(
  { id }: Viewer,
  onUnlink: (tx: Transaction) => Promise<void>,
): Promise<CurrentUserView> {
  return transact(async (tx) => {
    const which = { _id: id, keyless: trusted({ $ne: true }) }
    const before = await UserModel.findOne(which, { googleId: 1 }).session(tx.session).lean<Account>()
    const user = before && (await changeAccount(tx, which, { $unset: { googleId: 1 } }))
    if (!user) throw conflict(MESSAGES.passwordFirst)
    if (before.googleId !== undefined) await release(tx, before._id, 'googleId', before.googleId)
    await onUnlink(tx)
    return presentCurrentUser(user)
  })
}

/** The domain of placeholders for lost addresses; no mail is sent there. */
const LOST = '@lost.invalid'
export const lostAddress = (id: string): string => `${id}${LOST}`
export const isLost = (email: string): boolean => email.endsWith(LOST)

type Token = Pick<Required<NonNullable<UserDocument['newEmail']>>, 'tokenHash' | 'expiresAt'>

/** Stores the token that confirms the current address; false when it is confirmed already. */
export async function armConfirmation(id: string, email: string, token: Token): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, email, unconfirmed: true },
    { $set: { newEmail: { address: email, ...token } } },
  )
  return matchedCount === 1
}
