import mongoose, { Schema, type mongo, type Types } from 'mongoose'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

/**
 * What only one conversation can have. It is written and removed together with what it stands for. A unique index of
 * the conversations would need the shard key before it.
 */
export interface ConversationClaim {
  /** The pair of two people (`pairOf`), or one of those below. */
  _id: string
  conversationId: Types.ObjectId
}

/** The invitation link of a group, by the hash of its token. */
export const inviteClaim = (hash: string): string => `invite:${hash}`

/** The group that a person has made with this clientId (LIVE L5). */
export const madeClaim = (userId: string, clientId: string): string => `made:${userId}:${clientId}`

const claimSchema = schemaOf<ConversationClaim>('conversation_claims', byId, {
  _id: { type: String, required: true },
  conversationId: { type: Schema.Types.ObjectId, required: true },
})

// All of a conversation.
claimSchema.index({ conversationId: 1 })

export const ConversationClaimModel = mongoose.model('ConversationClaim', claimSchema)

/** Without Mongoose: every value in the calls has been checked. */
export const claims = ConversationClaimModel.collection as unknown as mongo.Collection<ConversationClaim>

/** Takes it for a conversation. Throws the duplicate key error of `_id` when another one has it. */
export const claim = async ({ session }: Transaction, _id: string, conversationId: Types.ObjectId) =>
  void (await claims.insertOne({ _id, conversationId }, { session }))

/** Lets go of it. May run again. */
export const release = async ({ session }: Transaction, _id: string) =>
  void (await claims.deleteOne({ _id }, { session }))

/** Forgets with which clientId a person has made a group. May run again. */
export const releaseMade = async ({ session }: Transaction, conversationId: Types.ObjectId, userId: string) =>
  void (await claims.deleteMany(
    { conversationId, _id: { $regex: `^${madeClaim(userId, '')}` } },
    { session },
  ))

/** The conversation that has it. */
export const claimantOf = async (_id: string, tx?: Transaction): Promise<Types.ObjectId | null> =>
  (await claims.findOne({ _id }, { session: tx?.session }))?.conversationId ?? null

/** The conversations that have these, by what they have. */
export async function claimantsOf(
  ids: readonly string[],
  tx?: Transaction,
): Promise<Map<string, Types.ObjectId>> {
  const found = await claims.find({ _id: { $in: [...ids] } }, { session: tx?.session }).toArray()
  return new Map(found.map(({ _id, conversationId }) => [_id, conversationId]))
}
