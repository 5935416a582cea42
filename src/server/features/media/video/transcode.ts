import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { storage } from '#server/platform/storage/storage.ts'
import { jobFolder } from '../media.intake.ts'
import { keepFiles } from '../media.files.ts'
import type { MediaDocument, MediaFile } from '../media.model.ts'
import { originalKey } from '../media.names.ts'
import { pathOf } from '../pictures/make-picture.ts'
import { POSTER } from '../pictures/picture-plans.ts'
import { pictureOf } from '../pictures/picture-workers.ts'
import { examine, makeVideo, stillOf, type Transcoding } from './ffmpeg.ts'

/** A processed video. */
export interface MadeVideo {
  files: MediaFile[]
  width: number
  height: number
  duration: number
  placeholder: string
}

/**
 * Processes a queued video and its still in a folder of this attempt, and stores them. The folder is deleted.
 */
export async function transcode(media: MediaDocument, transcoding: Transcoding): Promise<MadeVideo> {
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
  { token, job }: MediaDocument,
  transcoding: Transcoding,
): Promise<MadeVideo> {
  const source = { path: path.join(folder, 'original'), format: job!.format }
  await (await storage()).copyTo(originalKey(token), source.path)
  const facts = await examine(source)
  const target = pathOf(folder, 'video')
  const size = await makeVideo(source, facts, target, transcoding)
  const still = path.join(folder, 'still')
  // Many videos start with a black picture.
  await stillOf(target, Math.min(1, facts.duration / 2), still)
  const poster = await pictureOf({ input: still, folder, plan: { variants: [POSTER], moving: false } })
  const files = [{ role: 'video' as const, bytes: (await stat(target)).size }, ...poster.files]
  transcoding.signal.throwIfAborted()
  await keepFiles(token, files, folder)
  return { files, ...size, duration: facts.duration, placeholder: poster.placeholder }
}
