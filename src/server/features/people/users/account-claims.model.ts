import mongoose, { Schema, type Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { conflict, isDuplicateKey } from '#server/platform/errors.ts'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { UserDocument } from './users.model.ts'

/**
 * What only one account can have: its handle, its address and its Google account. It is written together with the
 * account, and finds it. A unique index of the accounts would need the shard key before it.
 */
export interface AccountClaim {
  /** See `claimId`. */
  _id: string
  userId: Types.ObjectId
}

/** What accounts are found by; all are in lower case but Google's id. */
export type Claimed = 'handle' | 'email' | 'googleId'

export const claimId = (what: Claimed, value: string): string => `${what}:${value}`

const claimSchema = schemaOf<AccountClaim>('account_claims', byId, {
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
})

export const AccountClaimModel = mongoose.model('AccountClaim', claimSchema)
const claims = AccountClaimModel.collection

type Named = Pick<UserDocument, '_id' | 'handle' | 'email' | 'googleId'>

/** All claims of an account. */
export const claimsOf = ({ _id: userId, handle, email, googleId }: Named): AccountClaim[] => [
  { _id: claimId('handle', handle), userId },
  { _id: claimId('email', email), userId },
  ...(googleId === undefined ? [] : [{ _id: claimId('googleId', googleId), userId }]),
]

const TAKEN = {
  handle: MESSAGES.handleTaken,
  email: MESSAGES.emailTaken,
  googleId: MESSAGES.emailTaken,
} as const satisfies Record<Claimed, string>

/** Takes it for an account. Throws 409 when another one has it. */
export async function claim(
  { session }: Transaction,
  userId: Types.ObjectId,
  what: Claimed,
  value: string,
): Promise<void> {
  try {
    await claims.insertOne({ _id: claimId(what, value) as never, userId }, { session })
  } catch (error) {
    throw isDuplicateKey(error) ? conflict(TAKEN[what]) : error
  }
}

/** Lets go of it. */
export const release = async (
  { session }: Transaction,
  userId: Types.ObjectId,
  what: Claimed,
  value: string,
): Promise<void> =>
  void (await AccountClaimModel.deleteOne({ _id: claimId(what, value), userId }, { session }))

/** Takes all that a new account has. Throws 409 when another one has some of it. */
export async function claimAll(tx: Transaction, account: Named): Promise<void> {
  const { _id, handle, email, googleId } = account
  await claim(tx, _id, 'handle', handle)
  await claim(tx, _id, 'email', email)
  if (googleId !== undefined) await claim(tx, _id, 'googleId', googleId)
}

/** Lets go of all that an account has. */
export async function releaseAll({ session }: Transaction, account: Named): Promise<void> {
  const ids = claimsOf(account).map(({ _id }) => _id)
  await AccountClaimModel.deleteMany(
    { _id: mongoose.trusted({ $in: ids }), userId: account._id },
    { session },
  )
}

/** Takes what an account has and nobody has taken. True when something was missing. */
export async function takeMissing({ session }: Transaction, account: Named): Promise<boolean> {
  const wanted = claimsOf(account)
  const taken = await AccountClaimModel.find({ _id: mongoose.trusted({ $in: wanted.map(({ _id }) => _id) }) })
    .session(session)
    .lean<AccountClaim[]>()
  const missing = wanted.filter(({ _id }) => !taken.some((one) => one._id === _id))
  if (missing.length > 0) await AccountClaimModel.insertMany(missing, { session, lean: true })
  return missing.length > 0
}

/** The account that has it; null when none has. */
export const claimantOf = async (
  what: Claimed,
  value: string,
  tx?: Transaction,
): Promise<Types.ObjectId | null> =>
  (
    await AccountClaimModel.findById(claimId(what, value))
      .session(tx?.session ?? null)
      .lean<AccountClaim>()
  )?.userId ?? null

/** The accounts that have these, by what they have; what nobody has is missing. */
export async function claimantsOf(
  what: Claimed,
  values: readonly string[],
): Promise<Map<string, Types.ObjectId>> {
  const ids = values.map((value) => claimId(what, value))
  const found = await AccountClaimModel.find({ _id: mongoose.trusted({ $in: ids }) }).lean<AccountClaim[]>()
  return new Map(found.map(({ _id, userId }) => [_id.slice(claimId(what, '').length), userId]))
}
