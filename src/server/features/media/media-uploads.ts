import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { MEDIA_MESSAGES, type FileClaim } from '#contract/media.constants.ts'
import { VOICE, VOICE_MESSAGES } from '#contract/media.voice.ts'
import { LIMITS } from '#contract/limits.ts'
import { HttpError, badRequest, notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { uploads } from '#server/platform/metrics.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { arrivalPath, clearWork, receive, workFolder, type Recognised } from './media-intake.ts'
import { storeFiles } from './media-files.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { originalKey } from './media-names.ts'
import { presentUpload } from './media.present.ts'
import { createUpload, changeUpload, raised, removeUnused, emitUploadUpdated } from './media-records.ts'
import { INLINE, PLANS, type Plan } from './pictures/picture-plans.ts'
import { pictureOf } from './pictures/picture-workers.ts'
import { createTurns } from '#server/platform/turns.ts'
import { FORMATS, canMakeVideos } from './video/ffmpeg.ts'
import { examine, isTooHeavy } from './video/make-video.ts'
import { enqueueProcessing } from './video/video-jobs.ts'
import { examineVoice } from './voice/make-voice.ts'

type Claim = Pick<FileClaim, 'type' | 'name'>

export const uploadRate = rateLimit('uploads', 30, 30 * 60)
const uploadMegabytesRate = rateLimit('uploadMegabytes', 3000, 24 * 3600)

const MEGABYTE = 1024 * 1024
/** Counts the bytes of an upload before they are read. Throws 429. */
export const countUpload = (viewer: Viewer, bytes: number): Promise<void> =>
  uploadMegabytesRate.consume(viewer.id, Math.max(1, Math.ceil(bytes / MEGABYTE)))

/**
 * Receives a file as a stream, checks it and processes it for its purpose. A picture is ready with the
 * answer, a video or voice message is queued. After an error neither file nor record is left. Throws 400, 403, 409 and 413
 * with the message for the person. `whole`: resolves when the rest of the form is valid; nothing is processed
 * before.
 */
export async function receiveUpload(
  viewer: Viewer,
  purpose: MediaPurpose,
  claim: Claim,
  file: Readable,
  whole?: Promise<void>,
): Promise<UploadView> {
  const media = await createUpload(viewer, purpose, { kind: 'image' })
  return processUpload(media, async (arrival) => {
    const found = await receive(file, arrival, claim)
    await whole
    return found
  })
}

/** The same for a picture inside the input of another call. It counts as an upload. */
export async function receiveInline(
  viewer: Viewer,
  purpose: MediaPurpose,
  type: string,
  bytes: Buffer,
): Promise<UploadView> {
  await uploadRate.consume(viewer.id)
  await countUpload(viewer, bytes.length)
  if (bytes.length > INLINE.bytes) throw new HttpError(413, MEDIA_MESSAGES.inlineTooLarge)
  const media = await createUpload(viewer, purpose, { kind: 'image' })
  const receiveIt = (arrival: string) => receive(Readable.from([bytes]), arrival, { type, name: '' })
  return processUpload(media, receiveIt, { ...PLANS[purpose], most: INLINE })
}

/** Brings a file to a local path and returns its type. */
type Fetch = (arrival: string) => Promise<Recognised>

/** The steps of every upload from its arrival to the storage. */
export async function processUpload(
  media: MediaDocument,
  fetch: Fetch,
  plan = PLANS[media.purpose],
): Promise<UploadView> {
  let kind: Recognised['kind'] | 'unknown' = 'unknown'
  try {
    const arrival = await arrivalPath(media.token)
    const found = await fetch(arrival)
    kind = found.kind
    const settled =
      found.kind === 'image'
        ? await processPicture(media, arrival, plan)
        : found.kind === 'video'
          ? await processVideo(media, arrival, found.type)
          : await processVoice(media, arrival, found.type)
    if (!settled) throw notFound() // its owner has deleted it meanwhile
    uploads.inc({ kind, result: 'arrived' })
    return presentUpload(settled)
  } catch (error) {
    uploads.inc({ kind, result: 'failed' })
    await removeUnused(media._id)
    throw error
  } finally {
    await clearWork(media.token)
  }
}

async function processPicture(
  media: MediaDocument,
  input: string,
  plan: Plan,
): Promise<MediaDocument | null> {
  const made = await makeFiles(media, input, plan)
  return changeUpload({ _id: media._id, state: 'uploading' }, { $set: made, $unset: { link: 1 } })
}

/**
 * Makes the files of a picture in its working folder and stores them. Returns what its record says of them. It takes
 * the turn of `personId`.
 */
export async function makeFiles(
  { token, ownerId }: MediaDocument,
  input: string,
  plan: Plan,
  personId = ownerId.toHexString(),
): Promise<Partial<MediaDocument>> {
  const { size } = await stat(input)
  if (size > LIMITS.imageBytes) throw new HttpError(413, MEDIA_MESSAGES.imageTooLarge)
  const folder = workFolder(token)
  const { files, moving, width, height, placeholder } = await pictureOf(personId, { input, folder, plan })
  await storeFiles(token, files, folder)
  return { state: 'ready', kind: moving ? 'gif' : 'image', width, height, placeholder, files, progress: 100 }
}

/** Videos and recordings that are examined, before it is known how heavy they are. */
const examining = createTurns({ atOnce: 16, atOnceOfOne: 2, waiting: 100, waitingOfOne: 20 })

const PICTURES_ONLY: ReadonlySet<MediaPurpose> = new Set(['avatar', 'banner', 'blog'])

async function processVideo(
  media: MediaDocument,
  input: string,
  type: string,
): Promise<MediaDocument | null> {
  if (PICTURES_ONLY.has(media.purpose)) throw badRequest(MEDIA_MESSAGES.invalidImage)
  if (!(await canMakeVideos())) throw badRequest(MEDIA_MESSAGES.videoOff)
  const format = FORMATS.get(type)!
  const facts = await examining(media.ownerId.toHexString(), () => examine({ path: input, format }))
  const { duration, width, height } = facts
  if (duration > LIMITS.videoSeconds + LIMITS.videoGrace) throw badRequest(MEDIA_MESSAGES.videoTooLong)
  if (isTooHeavy(facts)) throw badRequest(MEDIA_MESSAGES.videoTooHeavy)
  return queue(media, input, type, { kind: 'video', duration, width, height, job: { format } })
}

async function processVoice(
  media: MediaDocument,
  input: string,
  type: string,
): Promise<MediaDocument | null> {
  if (media.purpose !== 'message') throw badRequest(VOICE_MESSAGES.elsewhere)
  if (!(await canMakeVideos())) throw badRequest(VOICE_MESSAGES.off)
  const format = FORMATS.get(type)!
  const { duration } = await examining(media.ownerId.toHexString(), () =>
    examineVoice({ path: input, format }),
  )
  if (duration > VOICE.seconds + VOICE.grace) throw badRequest(VOICE_MESSAGES.tooLong)
  return queue(media, input, type, { kind: 'audio', duration, job: { format } })
}

/** Stores the original, and queues its processing in the transaction that says so. */
async function queue(
  media: MediaDocument,
  input: string,
  type: string,
  known: Pick<MediaDocument, 'kind'> & Partial<MediaDocument>,
): Promise<MediaDocument | null> {
  await (await storage()).put(originalKey(media.token), input, type)
  const change = { $set: { ...known, state: 'processing' as const }, $unset: { link: 1 } }
  const queued = await transact(async (tx) => {
    const processing = await MediaModel.findOneAndUpdate(
      { _id: media._id, state: 'uploading' },
      raised(change),
      { session: tx.session, returnDocument: 'after' },
    ).lean()
    if (processing) await enqueueProcessing(tx, processing)
    return processing
  })
  if (queued) emitUploadUpdated(queued)
  return queued
}
