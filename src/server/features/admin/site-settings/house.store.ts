import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { HouseModel, type HouseDocument } from './house.model.ts'

/** What the house remembers of one matter; null while it never came up. */
export const remembered = (matter: HouseDocument['_id']): Promise<HouseDocument | null> => HouseModel.findById(matter).lean<HouseDocument>()

/** Writes it anew and answers what it is then. */
export async function remember(matter: HouseDocument['_id'], value: Record<string, unknown>, tx?: Transaction): Promise<HouseDocument> {
  const update = { $set: { value, updatedAt: new Date() }, $inc: { rev: 1 } }
  return HouseModel.findByIdAndUpdate(matter, update, { upsert: true, returnDocument: 'after', ...(tx && { session: tx.session }) }).lean<HouseDocument>()
}
