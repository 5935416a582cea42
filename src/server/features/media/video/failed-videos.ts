import { trusted } from 'mongoose'
import { removeJobs } from '#server/platform/jobs/job-store.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { sweep } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { MediaModel, type MediaDocument } from '../media.model.ts'
import { originalKey } from '../media-names.ts'
import { enqueueProcessing, jobKindOf, processAgain } from './video-jobs.ts'

const AT_A_TIME = 20
const MAX_RETRIES = 1

/** Queues failed videos and voice messages again, each once. Returns the number. */
export async function requeueVideos(): Promise<number> {
  const failed = await MediaModel.find({ 'gaveUp.at': trusted({ $gt: new Date(clock.now() - DAY) }) })
    .sort({ 'gaveUp.at': 1 })
    .limit(AT_A_TIME)
    .lean()
  let queued = 0
  for (const { _id, kind, ownerId, gaveUp } of failed) {
    if (gaveUp!.again >= MAX_RETRIES) continue
    const again = await transact(async (tx) => {
      const processing = await processAgain(tx, _id)
      if (processing) await enqueueProcessing(tx, { _id, kind, ownerId })
      return processing
    })
    if (again) queued += 1
  }
  return queued
}

/** Deletes the originals of failed videos and voice messages after a day, with their dead jobs. */
export async function sweepFailedVideos(now = clock.now(), signal?: AbortSignal): Promise<void> {
  const old = MediaModel.find({ 'gaveUp.at': trusted({ $lt: new Date(now - DAY) }) }, { token: 1, kind: 1 })
    .sort({ 'gaveUp.at': 1 })
    .lean<Pick<MediaDocument, '_id' | 'token' | 'kind'>[]>()
  const remove = async ({ _id, token, kind }: Pick<MediaDocument, '_id' | 'token' | 'kind'>) => {
    await (await storage()).remove(originalKey(token))
    await MediaModel.updateOne({ _id }, { $unset: { gaveUp: 1 } })
    await removeJobs({ kind: jobKindOf({ kind }), key: _id.toHexString(), state: 'dead' })
  }
  await sweep(rowsOf(old), remove, signal)
}
