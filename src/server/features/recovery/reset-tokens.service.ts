import { createHash, randomBytes } from 'node:crypto'
import { trusted } from 'mongoose'
import type { Erase } from '#server/platform/departed.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { ResetTokenModel, type ResetTokenDocument } from './recovery.model.ts'

/** How long a link works, minutes (SECURITY, Recovery). */
export const LINK_MINUTES = 30

const hashed = (token: string) => createHash('sha256').update(token).digest('hex')
const open = (token: string) => ({ _id: hashed(token), expiresAt: trusted({ $gt: new Date() }) })

/** A new token of this person, to be mailed; only its hash stays here. */
export async function issueToken(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await ResetTokenModel.create({ _id: hashed(token), userId, expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000) })
  return token
}

/** Whether it would work now: asked before anything costly is done for it. */
export const tokenIsOpen = async (token: string): Promise<boolean> => (await ResetTokenModel.exists(open(token))) !== null

/** Uses the token up, and the person's others with it; answers whose it was, null when it does not work (any more). */
export async function redeemToken({ session }: Transaction, token: string): Promise<string | null> {
  const held = await ResetTokenModel.findOneAndDelete(open(token), { session }).lean<ResetTokenDocument>()
  if (!held) return null
  await ResetTokenModel.deleteMany({ userId: held.userId }, { session })
  return held.userId.toHexString()
}

/** No link works any more. */
export const eraseResetTokens: Erase = async ({ id }) => void (await ResetTokenModel.deleteMany({ userId: id }))
