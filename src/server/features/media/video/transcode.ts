import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { storage } from '#server/platform/storage/storage.ts'
import { jobFolder } from '../media-intake.ts'
import { storeFiles } from '../media-files.ts'
import type { MediaDocument } from '../media.model.ts'
import { originalKey } from '../media-names.ts'
import { pathOf, POSTER } from '../pictures/picture-plans.ts'
import { pictureOf } from '../pictures/picture-workers.ts'
import { examineVoice, makeVoice, peaksOf } from '../voice/make-voice.ts'
import type { MediaSource } from './ffmpeg.ts'
import { examine, makeVideo, stillOf, type Transcoding } from './make-video.ts'

/** What a processed video or voice message is from now on. */
export type Made = Pick<MediaDocument, 'files' | 'duration'> &
  Partial<Pick<MediaDocument, 'width' | 'height' | 'placeholder' | 'peaks'>>

/**
 * Processes a queued video or voice message in a folder of this attempt, and stores its files. The folder is deleted.
 */
export async function transcode(media: MediaDocument, transcoding: Transcoding): Promise<Made> {
  // A killed server may have left an earlier attempt.
  await rm(jobFolder(media.token), { recursive: true, force: true })
  const folder = path.join(jobFolder(media.token), randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    return await makeIn(folder, media, transcoding)
  } finally {
    await rm(jobFolder(media.token), { recursive: true, force: true })
  }
}

async function makeIn(
  folder: string,
  { token, job, kind, ownerId }: MediaDocument,
  transcoding: Transcoding,
): Promise<Made> {
  const source = { path: path.join(folder, 'original'), format: job!.format }
  await (await storage()).copyTo(originalKey(token), source.path)
  const made =
    kind === 'audio'
      ? await voiceIn(folder, source, transcoding)
      : await videoIn(ownerId.toHexString(), folder, source, transcoding)
  transcoding.signal.throwIfAborted()
  await storeFiles(token, made.files, folder)
  return made
}

async function videoIn(
  ownerId: string,
  folder: string,
  source: MediaSource,
  transcoding: Transcoding,
): Promise<Made> {
  const facts = await examine(source)
  const target = pathOf(folder, 'video')
  const size = await makeVideo(facts, target, transcoding)
  const still = path.join(folder, 'still')
  // Many videos start with a black picture.
  await stillOf(target, Math.min(1, facts.duration / 2), still)
  const poster = await pictureOf(ownerId, {
    input: still,
    folder,
    plan: { variants: [POSTER], moving: false },
  })
  const files = [{ role: 'video' as const, bytes: (await stat(target)).size }, ...poster.files]
  return { files, ...size, duration: facts.duration, placeholder: poster.placeholder }
}

async function voiceIn(folder: string, source: MediaSource, transcoding: Transcoding): Promise<Made> {
  const facts = await examineVoice(source)
  const target = pathOf(folder, 'audio')
  await makeVoice(facts, target, transcoding)
  const peaks = await peaksOf(target, path.join(folder, 'samples'))
  return { files: [{ role: 'audio', bytes: (await stat(target)).size }], duration: facts.duration, peaks }
}
