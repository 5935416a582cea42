import { execFile } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import nodePath from 'node:path'
import { promisify } from 'node:util'
import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { config } from '#server/platform/config.ts'
import { badRequest } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'

/**
 * The only file that uses fluent-ffmpeg. Files come from strangers: a command opens one file, as one container, and
 * nothing that the file names. Risk: fluent-ffmpeg was archived in May 2025 and gets no fixes. It only builds
 * the command line here; the programs themselves come from the system and are updated there. If it breaks, calls of
 * `execFile` replace it in this file.
 */
ffmpeg.setFfmpegPath(nodePath.join(import.meta.dirname, 'ffmpeg.sh'))

/**
 * Memory in kB: a file of a kilobyte can name so many packets that their list takes gigabytes; those of cameras need
 * 0.2 GB. CPU in seconds: some MB of tags take minutes; the longest and largest videos that we take need one.
 */
const WITH_LIMITS = 'ulimit -d 524288; ulimit -t 5; exec "$0" "$@"'

/** Requests come first: lowest priority, and never the last core. */
const NICENESS = config.MEDIA_PRIORITY === 'low' ? 19 : 0
export const THREADS = `-threads ${Math.max(1, Math.min(2, availableParallelism() - 1))}`
/** Time limits of one command. */
export const LONGEST_LOOK_S = 120
export const LONGEST_WORK_S = 15 * 60

/** Accepted containers: ffmpeg's name by detected type. */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mov'],
  ['video/quicktime', 'mov'],
  ['video/x-m4v', 'mov'],
  ['video/webm', 'matroska'],
  ['video/vnd.avi', 'avi'],
  ['audio/ogg', 'ogg'],
  ['audio/mp4', 'mov'],
  ['audio/x-m4a', 'mov'],
])

export interface MediaSource {
  path: string
  /** One of FORMATS. */
  format: string
}

let found = false
/** Whether ffmpeg is installed. Checked until it is, so that installing it needs no restart. */
export async function canMakeVideos(): Promise<boolean> {
  found ||= (await hasEncoders()) && (await hasFilters())
  return found
}
const hasEncoders = () =>
  new Promise<boolean>((resolve) => {
    ffmpeg().getAvailableEncoders((error, encoders) => {
      if (error) logger.debug({ reason: String(error) }, 'no ffmpeg: video is off')
      resolve(!error && 'libx264' in encoders && 'aac' in encoders)
    })
  })
const hasFilters = () =>
  new Promise<boolean>((resolve) => {
    ffmpeg().getAvailableFilters((error, filters) => {
      const isComplete = !error && 'zscale' in filters && 'tonemap' in filters
      if (!isComplete) logger.warn('this ffmpeg has no zscale or no tonemap filter: video is off')
      resolve(isComplete)
    })
  })

const INPUT = (format: string) => ['-protocol_whitelist', 'file', '-f', format]

/** A stream as ffprobe describes it. Times are seconds as text. */
export interface Stream {
  index: number
  codec_type: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  start_time?: string
  duration?: string
  nb_frames?: string
  color_space?: string
  color_transfer?: string
  color_primaries?: string
  disposition?: { default: number; attached_pic: number }
  side_data_list?: { rotation?: number }[]
}

/** A file as ffprobe describes it. */
export interface Probed {
  streams: Stream[]
  format: { start_time?: string; duration?: string }
}

/** What ffprobe says of a file. Throws 400 for one that it cannot read. */
export async function probe(source: MediaSource): Promise<Probed> {
  const said: string[] = []
  const options = ['-show_format', '-show_streams', '-of', 'json']
  await ffprobe(source, options, MOST_SAID.streams, (piece) => said.push(piece))
  return JSON.parse(said.join('')) as Probed
}

const run = promisify(execFile)
/** Bytes. A file has a few streams; a minute of video with sound has some ten thousand packets of thirty bytes. */
export const MOST_SAID = { streams: 512 * 1024, packets: 8 * 1024 * 1024 } as const

/**
 * Hears what ffprobe prints, piece by piece: a stranger's file can make it print very much. Throws 400 for a file that
 * it cannot read in time, or that it has more than `most` bytes to say of.
 */
export async function ffprobe(
  { path, format }: MediaSource,
  options: readonly string[],
  most: number,
  hear: (piece: string) => void,
): Promise<void> {
  const args = ['-v', 'error', ...INPUT(format), ...options, path]
  const running = run('sh', ['-c', WITH_LIMITS, config.FFPROBE_PATH, ...args], {
    timeout: LONGEST_LOOK_S * 1000,
    maxBuffer: most,
    killSignal: 'SIGKILL',
  })
  if (running.child.pid) setPriority(running.child.pid, NICENESS)
  running.child.stdout!.on('data', hear)
  await running.catch(() => {
    throw badRequest(MEDIA_MESSAGES.mediaBroken)
  })
}

/** '00:01:02.5' in seconds. */
export const secondsOf = (timemark = '0'): number =>
  timemark.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0)

/** A command that opens this file alone. */
export const commandOn = ({ path, format }: MediaSource, timeout: number): FfmpegCommand =>
  ffmpeg({ niceness: NICENESS, timeout })
    .input(path)
    .inputOptions(['-nostdin', '-hide_banner', ...INPUT(format)])

/** A command reached its time limit. The same file would take as long again. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** Its output, when it has succeeded. Rejects with OutOfTime at its time limit. */
export function finished(command: FfmpegCommand, signal?: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const kill = () => command.kill('SIGKILL')
    command.on('end', (_out, said) => resolve(said ?? ''))
    command.on('error', (error: Error) =>
      reject(error.message.includes('ran into a timeout') ? new OutOfTime(error.message) : error),
    )
    signal?.throwIfAborted()
    signal?.addEventListener('abort', kill, { once: true })
    command.run()
  })
}
