import type { mongo } from 'mongoose'

/** Requests a rebuild (`npm run rebuild`) that starts from the beginning, whatever has become of an earlier one. */
export async function requestRebuild(db: mongo.Db): Promise<void> {
  await db.collection('jobs').updateOne(
    { kind: 'rebuild', key: 'house' },
    {
      $set: {
        payload: {},
        state: 'waiting',
        // Due at once, whatever the clocks say.
        dueAt: new Date(0),
        owner: null,
        attempts: 0,
        failures: 0,
        progress: null,
        lastError: null,
      },
      $inc: { asked: 1 },
      $setOnInsert: { createdAt: new Date() },
      $unset: { diedAt: 1 },
    },
    { upsert: true },
  )
}
