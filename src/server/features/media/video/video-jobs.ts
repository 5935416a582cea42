import { randomUUID } from 'node:crypto'
import { trusted } from 'mongoose'
import { HttpError } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { MediaModel, type MediaDocument } from '../media.model.ts'
import { changeUpload } from '../media.records.ts'
import { PICTURE_WORKERS } from '../pictures/picture-workers.ts'
import { finishJob, giveUpJob, leaseUntil, returnJob } from './job-ends.ts'
import { transcode } from './transcode.ts'
import { canMakeVideos } from './ffmpeg.ts'

/** Each takes a core or two of what is left over. */
const AT_ONCE = Math.max(1, Math.floor(PICTURE_WORKERS / 2))
/** Jobs whose server was killed are found within this time after their lease. */
const LOOK_EVERY_MS = 3_000
const MOST_ATTEMPTS = 5
/** Also how often its owner hears how far it is. */
const RENEW_EVERY_MS = 1_000

/** This process, among those that work on videos. */
const worker = randomUUID()
const running = new Map<string, { end: AbortController; done: Promise<void> }>()
const queue = { open: false }

/** Works on videos that wait, its own and those that a stopped server has left. Returns the function that stops looking. */
export function startVideoJobs(): () => void {
  queue.open = true
  const timer = setInterval(wakeVideoJobs, LOOK_EVERY_MS).unref()
  wakeVideoJobs()
  return () => {
    queue.open = false
    clearInterval(timer)
  }
}

/** Ends what is under way and gives it back to the queue: another process takes it at once. */
export async function closeVideoJobs(): Promise<void> {
  queue.open = false
  const under = [...running.values()]
  under.forEach(({ end }) => end.abort())
  await Promise.all(under.map(({ done }) => done))
}

/** A video waits. */
export function wakeVideoJobs(): void {
  if (queue.open) void fill().catch((error: unknown) => logger.error({ err: error, job: 'video' }, 'the queue of videos could not be read'))
}

let filling = false
async function fill(): Promise<void> {
  if (filling || running.size >= AT_ONCE) return
  filling = true
  try {
    while (queue.open && running.size < AT_ONCE) {
      const media = await takeJob()
      if (!media) return
      start(media)
    }
  } finally {
    filling = false
  }
}

// Who finds a lease that has run out takes the job over; the one before it notices when it next renews.
async function takeJob(): Promise<MediaDocument | null> {
  if (!(await MediaModel.exists({ 'job.dueAt': trusted({ $lte: new Date() }) })) || !(await canMakeVideos())) return null
  return MediaModel.findOneAndUpdate(
    { 'job.dueAt': trusted({ $lte: new Date() }) },
    { $set: { 'job.dueAt': leaseUntil(), 'job.worker': worker }, $inc: { 'job.attempts': 1 } },
    { sort: { 'job.dueAt': 1 }, returnDocument: 'after' },
  ).lean()
}

function start(media: MediaDocument): void {
  const id = media._id.toHexString()
  const end = new AbortController()
  const done = work(media, end).finally(() => {
    running.delete(id)
    wakeVideoJobs()
  })
  running.set(id, { end, done })
}

async function work(media: MediaDocument, end: AbortController): Promise<void> {
  let progress = media.progress
  const renew = async () => {
    const change = { $set: { 'job.dueAt': leaseUntil(), progress } }
    const held = await changeUpload({ _id: media._id, 'job.worker': worker }, change)
    if (!held) end.abort(new Error('The lease is another worker\'s, or the upload is gone'))
  }
  const timer = setInterval(() => void renew().catch((error: unknown) => logger.warn({ err: error }, 'a lease could not be renewed')), RENEW_EVERY_MS)
  try {
    const made = await transcode(media, { signal: end.signal, onProgress: (percent) => void (progress = percent) })
    await finishJob(media, worker, made)
  } catch (error) {
    await afterFailure(media, error, end.signal)
  } finally {
    clearInterval(timer)
  }
}

async function afterFailure(media: MediaDocument, error: unknown, { aborted }: AbortSignal): Promise<void> {
  try {
    if (aborted) return await returnJob(media, worker, false)
    const { attempts } = media.job!
    if (attempts < MOST_ATTEMPTS) {
      logger.warn({ err: error, attempts }, 'a video could not be made and will be tried again')
      return await returnJob(media, worker, true)
    }
    // What is no whole video is its owner's affair, and they are told.
    const ourFault = !(error instanceof HttpError)
    await giveUpJob(media, worker, { ourFault })
    if (ourFault) logger.error({ err: error, attempts, job: 'video' }, 'a video could not be made')
  } catch (problem) {
    // The lease runs out, and the job is taken up again.
    logger.error({ err: problem, job: 'video' }, 'a video job could not be given back')
  }
}
