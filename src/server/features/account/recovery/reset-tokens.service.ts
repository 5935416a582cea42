import { trusted } from 'mongoose'
import type { Erase } from '#server/platform/erasure.ts'
import { hashed, newLinkToken } from '#server/platform/link-tokens.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { ResetTokenModel, type ResetTokenDocument } from './recovery.model.ts'

/** How long a link works, minutes (SECURITY, Recovery). */
export const LINK_MINUTES = 30

const open = (token: string) => ({ _id: hashed(token), expiresAt: trusted({ $gt: clock.date() }) })

/** A new token of this person; only its hash is stored. */
export async function issueToken(userId: string): Promise<string> {
  const token = newLinkToken()
  await ResetTokenModel.create({
    _id: hashed(token),
    userId,
    expiresAt: new Date(clock.now() + LINK_MINUTES * 60_000),
  })
  return token
}

/** The person of a valid token, else null; checked before anything expensive. */
export async function ownerOfToken(token: string): Promise<string | null> {
  const found = await ResetTokenModel.findOne(open(token), { userId: 1 }).lean<
    Pick<ResetTokenDocument, 'userId'>
  >()
  return found?.userId.toHexString() ?? null
}

/** Uses the token and all others of the person up. Returns the person, null for an invalid token. */
export async function redeemToken(tx: Transaction, token: string): Promise<string | null> {
  const used = await ResetTokenModel.findOneAndDelete(open(token), {
    session: tx.session,
  }).lean<ResetTokenDocument>()
  if (!used) return null
  const userId = used.userId.toHexString()
  await endLinks(tx, userId)
  return userId
}

export const eraseResetTokens: Erase = async ({ id }) =>
  void (await ResetTokenModel.deleteMany({ userId: id }))

/** Ends every unused link of this person. */
export const endLinks = async ({ session }: Transaction, userId: string): Promise<void> =>
  void (await ResetTokenModel.deleteMany({ userId }, { session }))
