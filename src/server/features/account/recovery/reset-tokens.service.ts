import { createHash, randomBytes } from 'node:crypto'
import { trusted } from 'mongoose'
import type { Erase } from '#server/platform/erasure.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { ResetTokenModel, type ResetTokenDocument } from './recovery.model.ts'

/** How long a link works, minutes (SECURITY, Recovery). */
export const LINK_MINUTES = 30

/** What stays here of a token: who reads the store still holds no link. */
export const hashed = (token: string): string => createHash('sha256').update(token).digest('hex')
/** 32 random bytes, for a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')
const open = (token: string) => ({ _id: hashed(token), expiresAt: trusted({ $gt: new Date() }) })

/** A new token of this person, to be mailed; only its hash stays here. */
export async function issueToken(userId: string): Promise<string> {
  const token = newToken()
  await ResetTokenModel.create({
    _id: hashed(token),
    userId,
    expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000),
  })
  return token
}

/** Whose token it is, null when it does not work (any more): asked before anything costly is done for it. */
export async function ownerOfToken(token: string): Promise<string | null> {
  const held = await ResetTokenModel.findOne(open(token), { userId: 1 }).lean<
    Pick<ResetTokenDocument, 'userId'>
  >()
  return held?.userId.toHexString() ?? null
}

/**
 * Uses the token up, and the person's others with it; answers whose it was, null when it does not work (any
 * more).
 */
export async function redeemToken(tx: Transaction, token: string): Promise<string | null> {
  const held = await ResetTokenModel.findOneAndDelete(open(token), {
    session: tx.session,
  }).lean<ResetTokenDocument>()
  if (!held) return null
  const userId = held.userId.toHexString()
  await endLinks(tx, userId)
  return userId
}

/** No link works any more. */
export const eraseResetTokens: Erase = async ({ id }) =>
  void (await ResetTokenModel.deleteMany({ userId: id }))

/** Ends every link of this person that was mailed and not used. */
export const endLinks = async ({ session }: Transaction, userId: string): Promise<void> =>
  void (await ResetTokenModel.deleteMany({ userId }, { session }))
