import { trusted } from 'mongoose'
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
export async function finishJob(media: MediaDocument, worker: string, made: MadeVideo): Promise<void> {
  const ended = await endJob(media, worker, { ...made, state: 'ready', progress: 100 })
  if (ended) await (await storage()).remove(originalKey(media.token))
}

/**
 * It will not become one: its owner gets the sentence, what shows it knows. Where that may have been our fault it stays as
 * it came for a day, so that it can be tried again.
 */
export async function giveUpJob(media: MediaDocument, worker: string, { ourFault }: { ourFault: boolean }): Promise<void> {
  const { format, requeued = 0 } = media.job!
  const gaveUp = ourFault ? { gaveUp: { at: new Date(), format, again: requeued } } : {}
  const ended = await endJob(media, worker, { state: 'failed', error: MEDIA_SENTENCES.videoFailed, ...gaveUp })
  if (ended && !ourFault) await (await storage()).remove(originalKey(media.token))
}

async function endJob(media: MediaDocument, worker: string, $set: Partial<MediaDocument>): Promise<boolean> {
  const ended = await transact(async (tx) => {
    const done = await MediaModel.findOneAndUpdate({ _id: media._id, 'job.worker': worker }, raised({ $set, $unset: { job: 1 } }), { session: tx.session, returnDocument: 'after' }).lean()
    if (!done) return false
    await tellUses(tx, done)
    tx.emit('media:updated', { userId: done.ownerId.toHexString(), media: presentUpload(done) })
    return true
  })
  // Taken back by its owner meanwhile: nobody else would find what has been put there since.
  if (!ended && !(await MediaModel.exists({ _id: media._id }))) await (await storage()).removeFolder(media.token, NAMES)
  return ended
}

const DAY = 24 * 3600_000
const AT_A_TIME = 20
const MOST_AGAIN = 1

/** Queues videos again that could not be made, each once. Answers how many. */
export async function requeueVideos(): Promise<number> {
  const failed = await MediaModel.find({ 'gaveUp.at': trusted({ $gt: new Date(Date.now() - DAY) }) }).sort({ 'gaveUp.at': 1 }).limit(AT_A_TIME).lean()
  let queued = 0
  for (const media of failed) if (media.gaveUp!.again < MOST_AGAIN && (await requeue(media))) queued += 1
  return queued
}

const requeue = ({ _id, gaveUp }: MediaDocument): Promise<boolean> =>
  transact(async (tx) => {
    const { format, again } = gaveUp!
    const job = { dueAt: new Date(), worker: null, attempts: 0, format, requeued: again + 1 }
    const queued = await MediaModel.findOneAndUpdate(
      { _id, state: 'failed', 'gaveUp.again': again },
      raised({ $set: { state: 'processing', error: null, progress: 0, job }, $unset: { gaveUp: 1 } }),
      { session: tx.session, returnDocument: 'after' },
    ).lean()
    if (!queued) return false
    await tellUses(tx, queued)
    tx.emit('media:updated', { userId: queued.ownerId.toHexString(), media: presentUpload(queued) })
    return true
  })

/** What a failed video came as goes after a day. */
export async function sweepFailedVideos(now = Date.now()): Promise<void> {
  const old = await MediaModel.find({ 'gaveUp.at': trusted({ $lt: new Date(now - DAY) }) }, { token: 1 }).sort({ 'gaveUp.at': 1 }).limit(AT_A_TIME).lean()
  for (const { _id, token } of old) {
    await (await storage()).remove(originalKey(token))
    await MediaModel.updateOne({ _id }, { $unset: { gaveUp: 1 } })
  }
}

/** Somebody takes it up again, at once. `tried`: whether this was an attempt, or only the end of this server. */
export async function returnJob(media: MediaDocument, worker: string, tried: boolean): Promise<void> {
  const back = { $set: { 'job.dueAt': new Date(), 'job.worker': null, progress: 0 }, ...(!tried && { $inc: { 'job.attempts': -1 } }) }
  await MediaModel.updateOne({ _id: media._id, 'job.worker': worker }, back)
}
