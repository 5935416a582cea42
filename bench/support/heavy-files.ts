import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { SentFile } from './attacker.ts'

/** An animated picture of a few kilobytes: `side` by `side` pixels in each frame. */
export async function heavyGif(side: number, frames: number): Promise<SentFile> {
  const raw = { width: side, height: side * frames, channels: 3 } as const
  const all = await sharp({ create: { ...raw, background: '#6b4226' }, limitInputPixels: false })
    .raw()
    .toBuffer()
  const gif = await sharp(all, { raw: { ...raw, pageHeight: side }, limitInputPixels: false })
    .gif({ effort: 1, keepDuplicateFrames: true })
    .toBuffer()
  return { name: 'a.gif', type: 'image/gif', bytes: gif.toString('base64') }
}

/** A small video that has nearly as many pixels and pictures as one may have. */
export async function heavyVideo(): Promise<SentFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-bench-'))
  const [part, all] = [path.join(folder, 'part.mp4'), path.join(folder, 'all.mp4')]
  const ffmpeg = (...args: string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args])
  try {
    const black = ['-f', 'lavfi', '-i', 'color=black:s=4096x2304:r=60', '-frames:v', '300']
    await ffmpeg(
      ...black,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '300',
      part,
    )
    await ffmpeg('-stream_loop', '10', '-i', part, '-c', 'copy', all)
    return { name: 'a.mp4', type: 'video/mp4', bytes: (await readFile(all)).toString('base64') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
