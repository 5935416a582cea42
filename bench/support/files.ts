import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

/**
 * A JPEG of 12 megapixels: soft shapes with some grain. Pure noise would be unrealistic and slow to encode.
 */
export const photo = async (): Promise<Buffer> => {
  const shapes = await sharp({
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  return sharp(
    await sharp(shapes).resize(4000, 3000, { kernel: 'cubic' }).png({ compressionLevel: 1 }).toBuffer(),
  )
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** ffmpeg's test video with a tone; returns the file's path. */
export async function makeClip(
  folder: string,
  name: string,
  seconds: number,
  size: string,
  codecs: readonly string[],
): Promise<string> {
  const file = path.join(folder, name)
  const source = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=30:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=440:duration=${seconds}`,
  ]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...source, ...codecs, file])
  return file
}
