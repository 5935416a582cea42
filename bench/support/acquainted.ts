import { ObjectId, type Db } from 'mongodb'

/** These people follow those who write to them: what arrives is no request, which would end after some messages. */
export async function follows(
  db: Db,
  pairs: readonly { followerId: string; followeeId: string }[],
): Promise<void> {
  const rows = pairs.map(({ followerId, followeeId }) => ({
    followerId: new ObjectId(followerId),
    followeeId: new ObjectId(followeeId),
  }))
  await db.collection('follows').bulkWrite(
    rows.map((row) => ({
      updateOne: { filter: row, update: { $setOnInsert: { createdAt: new Date() } }, upsert: true },
    })),
  )
}
