import mongoose, { Types } from 'mongoose'

/**
 * Reads what belongs to each of these ids in one command. `lookups`: stages of `$lookup`, each of which adds a list
 * to `Lists`. The result has every id.
 */
export async function lookUpEach<Lists extends object>(
  ids: readonly string[],
  lookups: readonly object[],
): Promise<Map<string, Lists>> {
  const found = await mongoose.connection
    .db!.aggregate<{ _id: Types.ObjectId } & Lists>([
      { $documents: ids.map((id) => ({ _id: new Types.ObjectId(id) })) },
      ...lookups,
    ])
    .toArray()
  return new Map(found.map((lists) => [lists._id.toHexString(), lists]))
}
