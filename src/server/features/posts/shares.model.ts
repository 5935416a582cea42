import mongoose from 'mongoose'
import { sign } from '#server/platform/keys.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

/** A share of a post, under a pseudonym of person and post. It cannot be traced without the server's key. */
interface ShareDocument {
  _id: string
  expiresAt: Date
}

/** A network has changing users, so its entry expires sooner. */
const KEPT = { person: 365 * DAY, network: DAY } as const

const shareSchema = schemaOf<ShareDocument>('shares', byId, {
  _id: String,
  expiresAt: { type: Date, required: true },
})
// Expires by itself.
shareSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const ShareModel = mongoose.model('Share', shareSchema)

/** A person, or a visitor's network. */
export type Sharer = { kind: 'person' | 'network'; id: string }

/** Stores a share. False when this person or network has shared the post before. */
export async function storeShare(tx: Transaction, postId: string, { kind, id }: Sharer): Promise<boolean> {
  const share = {
    _id: sign('shares', `${postId}|${kind}|${id}`),
    expiresAt: new Date(clock.now() + KEPT[kind]),
  }
  if (await ShareModel.exists({ _id: share._id }).session(tx.session)) return false
  await ShareModel.insertMany([share], { session: tx.session, lean: true })
  return true
}
