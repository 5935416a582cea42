import type { mongo } from 'mongoose'

/** Requests a job that starts from the beginning, whatever has become of an earlier one with this key. */
export async function requestJob(db: mongo.Db, kind: string, key: string, payload: object): Promise<void> {
  await db.collection('jobs').updateOne(
    { kind, key },
    {
      $set: {
        payload,
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

/** Requests a rebuild (`npm run rebuild`). */
export const requestRebuild = (db: mongo.Db): Promise<void> => requestJob(db, 'rebuild', 'house', {})
