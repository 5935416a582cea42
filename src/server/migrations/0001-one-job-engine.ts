import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

interface OldJob {
  kind: string
  key: string
  payload: Record<string, unknown>
  progress?: unknown
  expiresAt?: Date
}

/** Until version 0.1 each feature had its own queue. Moves what waits there into the one queue. */
export const oneJobEngine: Migration = {
  name: '0001-one-job-engine',
  does: 'Moves mails, account deletions, videos and clean-ups that wait into the one queue of jobs.',
  async run({ db, eachGroup }) {
    const enqueue = async (jobs: readonly OldJob[]) => {
      const writes = jobs.map(({ kind, key, progress = null, ...job }) => ({
        updateOne: {
          filter: { kind, key },
          update: { $setOnInsert: { ...job, ...fresh(), progress } },
          upsert: true,
        },
      }))
      if (writes.length > 0) await db.collection('jobs').bulkWrite(writes)
    }
    const remove = (collection: string, documents: readonly mongo.Document[]) =>
      db
        .collection(collection)
        .deleteMany({ _id: { $in: documents.map(({ _id }) => _id as mongo.ObjectId) } })

    await eachGroup('mails', {}, async (mails) => {
      await enqueue(
        mails.map(({ _id, kind, about, expiresAt }) => ({
          kind: `mail:${kind}`,
          key: String(_id),
          payload: about as OldJob['payload'],
          expiresAt: expiresAt as Date,
        })),
      )
      await remove('mails', mails)
    })
    await eachGroup('deletions', {}, async (deletions) => {
      await enqueue(
        deletions.map(({ _id, handle, email }) => ({
          kind: 'erase-account',
          key: String(_id),
          payload: { userId: String(_id), handle, email },
        })),
      )
      await remove('deletions', deletions)
    })
    await eachGroup('media', { 'job.dueAt': { $exists: true } }, async (media) => {
      await enqueue(
        media.map(({ _id }) => ({ kind: 'video', key: String(_id), payload: { mediaId: String(_id) } })),
      )
      await db
        .collection('media')
        .updateMany(
          { _id: { $in: media.map(({ _id }) => _id as mongo.ObjectId) } },
          { $unset: { 'job.dueAt': 1, 'job.worker': 1, 'job.attempts': 1 } },
        )
    })
    await eachGroup('post_tombstones', { remains: true }, (tombstones) =>
      enqueue(
        tombstones.map(({ _id }) => ({
          kind: 'clear-post',
          key: String(_id),
          payload: { postId: String(_id) },
        })),
      ),
    )
  },
}

// Due at once, whatever the clocks say.
const fresh = () => ({
  state: 'waiting',
  dueAt: new Date(0),
  owner: null,
  attempts: 0,
  failures: 0,
  asked: 1,
  lastError: null,
  createdAt: new Date(),
})
