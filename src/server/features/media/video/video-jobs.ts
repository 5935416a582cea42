import { Types, trusted } from 'mongoose'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { VOICE_MESSAGES } from '#contract/media.voice.ts'
import { HttpError } from '#server/platform/errors.ts'
import { defineJob, type JobRun, type Payload } from '#server/platform/jobs/job-kinds.ts'
import { JobModel } from '#server/platform/jobs/jobs.model.ts'
import { logger } from '#server/platform/logger.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { clock } from '#server/platform/clock.ts'
import { MediaModel, type MediaDocument } from '../media.model.ts'
import { NAMES, originalKey } from '../media-names.ts'
import { presentUpload } from '../media.present.ts'
import { changeUpload, raised } from '../media-records.ts'
import { updateUses } from '../media-uses.ts'
import { PICTURE_WORKERS } from '../pictures/picture-workers.ts'
import { canMakeVideos, OutOfTime } from './ffmpeg.ts'
import { transcode } from './transcode.ts'

interface Processed extends Payload {
  mediaId: string
  ownerId: string
}

/** The owner gets the progress this often. */
const TELL_EVERY_MS = 1_000

/** What videos and voice messages have in common. */
const processing = {
  maxAttempts: 5,
  backoffMs: [1_000],
  limitMs: 2 * 3600_000,
  canRun: canMakeVideos,
  async run({ mediaId }: Processed, run: JobRun): Promise<void> {
    const media = await MediaModel.findById(mediaId).lean()
    if (media?.state === 'processing' && media.job) await work(media, run)
  },
  // The error may be ours: the original is kept for a day, so that the job can be retried.
  onDead: async (tx: Transaction, { mediaId }: Processed): Promise<void> => {
    const media = await MediaModel.findById(mediaId).session(tx.session).lean()
    if (!media?.job) return
    const { format, requeued = 0 } = media.job
    await endProcessing(tx, media, {
      state: 'failed',
      error: sentenceOf(media),
      gaveUp: { at: clock.date(), format, again: requeued },
    })
  },
  onRetry: async (tx: Transaction, { mediaId }: Processed): Promise<void> =>
    void (await processAgain(tx, new Types.ObjectId(mediaId))),
}

const video = defineJob<Processed>({
  ...processing,
  kind: 'video',
  does: 'Makes the files of an uploaded video.',
  // Each uses a core or two.
  concurrency: Math.max(1, Math.floor(PICTURE_WORKERS / 2)),
  async run(payload, run) {
    const { ownerId } = payload
    if (working.has(ownerId)) return LATER
    working.add(ownerId)
    try {
      if (latest === ownerId && (await othersWait(ownerId))) return LATER
      latest = ownerId
      return await processing.run(payload, run)
    } finally {
      working.delete(ownerId)
    }
  },
})

/** People take turns: each has one video in a process at a time, and the next one comes after those of others. */
const working = new Set<string>()
let latest: string | undefined
const LATER = { againAfterMs: 1_000 }

const othersWait = async (ownerId: string): Promise<boolean> =>
  (await JobModel.exists({
    kind: 'video',
    state: 'waiting',
    'payload.ownerId': trusted({ $ne: ownerId }),
  })) !== null

/** Takes a second or two: it does not wait behind a video. */
const voice = defineJob<Processed>({
  ...processing,
  kind: 'voice',
  does: 'Makes the file of a voice message.',
  concurrency: 2,
})

const originals = defineJob<{ token: string }>({
  kind: 'original',
  does: 'Deletes the original of a video: it may show what its owner has cut away.',
  isObligation: true,
  run: async ({ token }) => (await storage()).remove(originalKey(token)),
})

const sentenceOf = ({ kind }: Pick<MediaDocument, 'kind'>): string =>
  kind === 'audio' ? VOICE_MESSAGES.failed : MEDIA_MESSAGES.videoFailed

/** The kind of job that processes an upload of this kind. */
export const jobKindOf = ({ kind }: Pick<MediaDocument, 'kind'>): string =>
  kind === 'audio' ? 'voice' : 'video'

/** Queues a video or voice message in this transaction. */
export function enqueueProcessing(
  tx: Transaction,
  { _id, kind, ownerId }: Pick<MediaDocument, '_id' | 'kind' | 'ownerId'>,
): Promise<void> {
  const mediaId = _id.toHexString()
  const payload = { mediaId, ownerId: ownerId.toHexString() }
  return (kind === 'audio' ? voice : video).enqueue(payload, { tx, key: mediaId })
}

async function work(media: MediaDocument, run: JobRun): Promise<void> {
  const takenBack = new AbortController()
  let progress = 0
  const tell = async () => {
    if (!(await changeUpload({ _id: media._id, state: 'processing' }, { $set: { progress } })))
      takenBack.abort(new Error('The upload is gone'))
  }
  const timer = setInterval(
    () =>
      void tell().catch((error: unknown) =>
        logger.warn({ err: error }, 'how far a video or voice message is could not be told'),
      ),
    TELL_EVERY_MS,
  )
  try {
    const made = await transcode(media, {
      signal: AbortSignal.any([run.signal, takenBack.signal]),
      onProgress: (percent) => void (progress = percent),
    })
    clearInterval(timer)
    await finish(media, run, { ...made, state: 'ready', progress: 100 })
  } catch (error) {
    if (takenBack.signal.aborted) return
    // An invalid video is the owner's problem; they get the message.
    const isOver = error instanceof OutOfTime || (error instanceof HttpError && run.isLastAttempt)
    if (!isOver) throw error
    await finish(media, run, { state: 'failed', error: sentenceOf(media) })
  } finally {
    clearInterval(timer)
  }
}

/**
 * Changes the record, everything that shows it, and the job's end in one transaction. A run that has lost its
 * lease changes nothing.
 */
async function finish(media: MediaDocument, run: JobRun, $set: Partial<MediaDocument>): Promise<void> {
  const ended = await transact(async (tx) => {
    await run.finishIn(tx)
    return endProcessing(tx, media, $set)
  })
  // Deleted by its owner meanwhile: nobody else would find the files stored since.
  if (!ended && !(await MediaModel.exists({ _id: media._id })))
    await (await storage()).removeFolder(media.token, NAMES)
}

async function endProcessing(
  tx: Transaction,
  { _id, token }: MediaDocument,
  $set: Partial<MediaDocument>,
): Promise<boolean> {
  if (!$set.gaveUp) await originals.enqueue({ token }, { tx, key: token })
  return change(tx, { _id, state: 'processing' }, { $set, $unset: { job: 1 } })
}

/** Processes a failed video or voice message once more. False when its original is deleted. */
export async function processAgain(tx: Transaction, id: Types.ObjectId): Promise<boolean> {
  const failed = await MediaModel.findOne({ _id: id, state: 'failed' }).session(tx.session).lean()
  if (!failed?.gaveUp) return false
  const { format, again } = failed.gaveUp
  const $set = {
    state: 'processing' as const,
    error: null,
    progress: 0,
    job: { format, requeued: again + 1 },
  }
  return change(tx, { _id: id, state: 'failed' }, { $set, $unset: { gaveUp: 1 } })
}

async function change(
  tx: Transaction,
  filter: { _id: Types.ObjectId; state: MediaDocument['state'] },
  update: Parameters<typeof raised>[0],
): Promise<boolean> {
  const media = await MediaModel.findOneAndUpdate(filter, raised(update), {
    session: tx.session,
    returnDocument: 'after',
  }).lean()
  if (!media) return false
  await updateUses(tx, media)
  tx.emit('media:updated', { userId: media.ownerId.toHexString(), media: presentUpload(media) })
  return true
}
