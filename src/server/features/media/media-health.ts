import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Outcome } from '#contract/monitor.constants.ts'
import { plural } from '#contract/plural.ts'
import { workFolder } from './media-intake.ts'
import { newFileToken } from './media-names.ts'
import { POSTER } from './pictures/picture-plans.ts'
import { pictureOf } from './pictures/picture-workers.ts'
import { canMakeVideos } from './video/ffmpeg.ts'
import { requeueVideos } from './video/failed-videos.ts'

/** The smallest picture: one pixel, as PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Makes a picture as for an upload, and queues failed videos once more. Throws when it cannot make the
 * picture.
 */
export async function repairMedia(): Promise<{ outcome: Outcome; detail: string }> {
  await tryPicture()
  const videos = (await canMakeVideos()) ? await requeueVideos() : null
  if (videos === null)
    return { outcome: 'well', detail: 'Pictures can be made. Videos are off: there is no ffmpeg.' }
  if (videos === 0)
    return { outcome: 'well', detail: 'Pictures and videos can be made; no failed video waits.' }
  return {
    outcome: 'mended',
    detail: `Pictures and videos can be made; ${videos} failed ${plural(videos, 'video is', 'videos are')} in the queue again.`,
  }
}

async function tryPicture(): Promise<void> {
  const folder = workFolder(`self-test-${newFileToken()}`)
  const input = path.join(folder, 'arrival')
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(input, PIXEL)
    await pictureOf('self-test', { input, folder, plan: { variants: [POSTER], moving: false } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
