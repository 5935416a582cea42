import { MEDIA_SENTENCES } from '#contract/media.facts.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { MediaModel, type MediaDocument } from '../media.model.ts'
import { NAMES, originalKey } from '../media.names.ts'
import { presentUpload } from '../media.present.ts'
import { raised } from '../media.records.ts'
import { tellUses } from '../media.uses.ts'
import type { MadeVideo } from './transcode.ts'

/** So long a job belongs to who took it, unless renewed. */
export const LEASE_MS = 12_000
export const leaseUntil = (): Date => new Date(Date.now() + LEASE_MS)

/** A video is ready: its record and everything that shows it change together. A worker that has lost its lease changes nothing. */
export const finishJob = (media: MediaDocument, worker: string, made: MadeVideo): Promise<void> =>
  endJob(media, worker, { ...made, state: 'ready', progress: 100 })

/** It will not become one: its owner gets the sentence, what shows it knows. */
export const giveUpJob = (media: MediaDocument, worker: string): Promise<void> =>
  endJob(media, worker, { state: 'failed', error: MEDIA_SENTENCES.videoFailed })

async function endJob(media: MediaDocument, worker: string, $set: Partial<MediaDocument>): Promise<void> {
  const ended = await transact(async (tx) => {
    const done = await MediaModel.findOneAndUpdate({ _id: media._id, 'job.worker': worker }, raised({ $set, $unset: { job: 1 } }), { session: tx.session, returnDocument: 'after' }).lean()
    if (!done) return false
    await tellUses(tx, done)
    tx.emit('media:updated', { userId: done.ownerId.toHexString(), media: presentUpload(done) })
    return true
  })
  const kept = await storage()
  if (ended) await kept.remove(originalKey(media.token))
  // Taken back by its owner meanwhile: nobody else would find what has been put there since.
  else if (!(await MediaModel.exists({ _id: media._id }))) await kept.removeFolder(media.token, NAMES)
}

/** Somebody takes it up again, at once. `tried`: whether this was an attempt, or only the end of this server. */
export async function returnJob(media: MediaDocument, worker: string, tried: boolean): Promise<void> {
  const back = { $set: { 'job.dueAt': new Date(), 'job.worker': null, progress: 0 }, ...(!tried && { $inc: { 'job.attempts': -1 } }) }
  await MediaModel.updateOne({ _id: media._id, 'job.worker': worker }, back)
}
