import { execFile } from 'node:child_process'
import { existsSync, type Dirent } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import type { Caller } from './http-client.ts'

const run = promisify(execFile)

/** What an upload was answered with. */
export interface UploadReply {
  readonly status: number
  readonly body: UploadView
  readonly text: string
}

interface As {
  name?: string
  type?: string
  purpose?: MediaPurpose
}

/** POST /api/media/upload as a browser's form does it. */
export async function upload(
  site: { url: string },
  who: Pick<Caller, 'cookie'>,
  bytes: Buffer,
  { name = 'file.jpg', type = 'image/jpeg', purpose = 'post' }: As = {},
): Promise<UploadReply> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await fetch(`${site.url}/api/media/upload?purpose=${purpose}`, {
    method: 'POST',
    headers: { cookie: who.cookie() },
    body: form,
  })
  return replyOf(response)
}

export async function replyOf(response: Response): Promise<UploadReply> {
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : undefined) as UploadView,
  }
}

/** A picture that cannot be compressed to nothing. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#6b4226' } })

/** A few frames of plain colour. */
export async function movingGif(width: number, height: number, frames = 4): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      sharp({ create: { width, height, channels: 3, background: { r: 60 * at, g: 40, b: 90 } } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pages, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer()
}

/** Runs ffmpeg in a folder of its own and gives what it made. `args` come before the file's name. */
export async function ffmpegMade(name: string, args: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-clip-'))
  try {
    const file = path.join(folder, name)
    await run('ffmpeg', ['-v', 'error', '-y', ...args, file])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** ffmpeg's test picture with a tone. */
export const testSource = (seconds: number, size = '320x180', rate = 25): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
  '-f',
  'lavfi',
  '-i',
  `sine=440:duration=${seconds}`,
]

export const mp4 = (seconds: number, size?: string) =>
  ffmpegMade('a.mp4', [
    ...testSource(seconds, size),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ])

/** What ffprobe says of a file, as JSON. */
export async function probed(bytes: Buffer): Promise<{
  format: { format_name: string; duration: string; tags?: Record<string, string> }
  streams: {
    codec_type: string
    codec_name: string
    width?: number
    height?: number
    pix_fmt?: string
    channels?: number
    tags?: Record<string, string>
  }[]
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-probe-'))
  try {
    const file = path.join(folder, 'file')
    await (await import('node:fs/promises')).writeFile(file, bytes)
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_format',
      '-show_streams',
      '-of',
      'json',
      file,
    ])
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every file below a folder; none when there is no such folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await entriesIn(folder)
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
}

/** A folder below that vanishes while it is read makes readdir fail: then all is read again. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  for (;;) {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if (!existsSync(folder)) return []
    }
  }
}
