import { trusted } from 'mongoose'
import { removeJobs } from '#server/platform/jobs/job-store.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { MediaModel } from '../media.model.ts'
import { originalKey } from '../media.names.ts'
import { enqueueProcessing, jobKindOf, processAgain } from './video-jobs.ts'

const DAY = 24 * 3600_000
const AT_A_TIME = 20
const MAX_RETRIES = 1

/** Queues failed videos and voice messages again, each once. Returns the number. */
export async function requeueVideos(): Promise<number> {
  const failed = await MediaModel.find({ 'gaveUp.at': trusted({ $gt: new Date(Date.now() - DAY) }) })
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
export async function sweepFailedVideos(now = Date.now()): Promise<void> {
  const old = await MediaModel.find(
    { 'gaveUp.at': trusted({ $lt: new Date(now - DAY) }) },
    { token: 1, kind: 1 },
  )
    .sort({ 'gaveUp.at': 1 })
    .limit(AT_A_TIME)
    .lean()
  for (const { _id, token, kind } of old) {
    await (await storage()).remove(originalKey(token))
    await MediaModel.updateOne({ _id }, { $unset: { gaveUp: 1 } })
    await removeJobs({ kind: jobKindOf({ kind }), key: _id.toHexString(), state: 'dead' })
  }
}
