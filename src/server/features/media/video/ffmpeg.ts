import { availableParallelism } from 'node:os'
import ffmpeg, { type FfmpegCommand, type FfprobeData, type FfprobeStream } from 'fluent-ffmpeg'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { config } from '#server/platform/config.ts'
import { badRequest } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'

/**
 * The only file that uses fluent-ffmpeg. Files come from strangers: a command opens one file, as one container, and
 * nothing that the file names. Risk: fluent-ffmpeg was archived in May 2025 and gets no fixes. It only builds
 * the command line here and reads ffprobe's output; the programs themselves come from the system and are
 * updated there. If it breaks, five calls of `execFile` replace it in this file.
 */

ffmpeg.setFfmpegPath(config.FFMPEG_PATH)
ffmpeg.setFfprobePath(config.FFPROBE_PATH)

/** Requests come first (PERFORMANCE, Design 7): lowest priority, and never the last core. */
const NICENESS = config.MEDIA_PRIORITY === 'low' ? 19 : 0
export const THREADS = `-threads ${Math.max(1, Math.min(2, availableParallelism() - 1))}`
/** Time limits of one command. */
export const LONGEST_LOOK_S = 120
export const LONGEST_WORK_S = 15 * 60
/** Longest side of a made video. */
const LARGEST = 1280

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

export interface VideoFacts {
  /** Measured length in seconds. */
  duration: number
  /** As shown, after rotation. */
  width: number
  height: number
  /** Every browser can play its streams: only the container is rewritten. */
  playable: boolean
}

let found = false

/** Whether ffmpeg is installed. Checked until it is, so that installing it needs no restart. */
export async function canMakeVideos(): Promise<boolean> {
  found ||= await hasEncoders()
  return found
}

const hasEncoders = () =>
  new Promise<boolean>((resolve) => {
    ffmpeg().getAvailableEncoders((error, encoders) => {
      if (error) logger.debug({ reason: String(error) }, 'no ffmpeg: video is off')
      resolve(!error && 'libx264' in encoders && 'aac' in encoders)
    })
  })

const INPUT = (format: string) => ['-protocol_whitelist', 'file', '-f', format]

/** Examines a video. Throws 400 for an invalid or truncated file. */
export async function examine(source: MediaSource): Promise<VideoFacts> {
  const probed = await probe(source)
  const video = probed.streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  )
  if (!video?.width || !video.height) throw badRequest(MEDIA_MESSAGES.mediaBroken)
  const measured = await measure(source)
  assertWhole(probed, video, measured)
  const isTurned = Math.abs(turnOf(video)) % 180 === 90
  const [width, height] = isTurned ? [video.height, video.width] : [video.width, video.height]
  return {
    duration: lengthOf(probed, video, measured),
    width,
    height,
    playable: isPlayable(source, probed, video),
  }
}

/** What ffprobe says of a file. Throws 400 for one that it cannot read. */
export const probe = ({ path, format }: MediaSource) =>
  new Promise<FfprobeData>((resolve, reject) => {
    ffmpeg.ffprobe(path, INPUT(format), (error: unknown, data) =>
      error ? reject(badRequest(MEDIA_MESSAGES.mediaBroken)) : resolve(data),
    )
  })

interface Measure {
  seconds: number
  frames: number
}

/** Reads all packets without decoding them, because the container's length may be wrong. */
async function measure(source: MediaSource): Promise<Measure> {
  const command = commandOn(source, LONGEST_LOOK_S)
    .outputOptions(['-map 0:v:0', '-map 0:a:0?', '-c copy', '-f null'])
    .output('-')
  const said = await finished(command).catch(() => {
    throw badRequest(MEDIA_MESSAGES.mediaBroken)
  })
  const last = [...said.matchAll(/frame=\s*(\d+).*?time=(-?\d+):(\d+):([\d.]+)/g)].at(-1)
  if (!last) throw badRequest(MEDIA_MESSAGES.mediaBroken)
  const [, frames, hours, minutes, seconds] = last.map(Number) as [number, number, number, number, number]
  return { frames, seconds: Math.abs(hours) * 3600 + minutes * 60 + seconds }
}

// A truncated file holds less than its header says.
function assertWhole(
  { format }: FfprobeData,
  { nb_frames }: FfprobeStream,
  { seconds, frames }: Measure,
): void {
  const promised = Number(format.duration) || 0
  const promisedFrames = Number(nb_frames) || 0
  const isCut = seconds + Math.max(1, promised * 0.1) < promised || frames < promisedFrames * 0.9
  if (frames === 0 || isCut) throw badRequest(MEDIA_MESSAGES.mediaBroken)
}

// The last packet gives the start of the last picture, in decoding order; for the few pictures after it the
// container's length is used.
function lengthOf(
  { format }: FfprobeData,
  { has_b_frames }: FfprobeStream,
  { seconds, frames }: Measure,
): number {
  const behind = (seconds / frames) * ((has_b_frames ?? 0) + 2)
  return Math.max(seconds, Math.min(Number(format.duration) || 0, seconds + behind))
}

const turnOf = (stream: FfprobeStream): number =>
  Number(stream.rotation ?? stream.rotate ?? (stream['TAG:rotate'] as unknown) ?? 0) || 0

const SQUARE_PIXELS: ReadonlySet<string> = new Set(['1:1', '0:1', 'N/A', 'undefined'])
const PLAYABLE_PROFILES: ReadonlySet<string> = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])

function isPlayable(
  { format }: MediaSource,
  { streams, format: { bit_rate } }: FfprobeData,
  video: FfprobeStream,
): boolean {
  const audio = streams.find(({ codec_type }) => codec_type === 'audio')
  const [frames, per] = String(video.r_frame_rate).split('/').map(Number) as [number, number]
  return (
    format === 'mov' &&
    video.codec_name === 'h264' &&
    (video.pix_fmt === 'yuv420p' || video.pix_fmt === 'yuvj420p') &&
    PLAYABLE_PROFILES.has(String(video.profile)) &&
    Math.max(video.width ?? 0, video.height ?? 0) <= 1920 &&
    (Number(bit_rate) || 0) <= 8e6 &&
    frames / (per || 1) <= 61 &&
    turnOf(video) === 0 &&
    SQUARE_PIXELS.has(String(video.sample_aspect_ratio)) &&
    (!audio || (audio.codec_name === 'aac' && (audio.channels ?? 0) <= 2))
  )
}

/**
 * One video and one audio stream, without subtitles, data (cameras store places there) and tags. Starts
 * playing while it loads.
 */
const KEEP = [
  '-map 0:v:0',
  '-map 0:a:0?',
  '-map_metadata -1',
  '-map_chapters -1',
  '-dn',
  '-sn',
  '-fflags +bitexact',
  '-movflags +faststart',
  '-f mp4',
]
const COPY = ['-c copy']
const ENCODE = [
  '-c:v libx264',
  '-preset veryfast',
  '-crf 23',
  '-maxrate 4M',
  '-bufsize 8M',
  '-profile:v high',
  '-pix_fmt yuv420p',
  '-fpsmax 60',
  '-flags:v +bitexact',
  '-flags:a +bitexact',
  '-c:a aac',
  '-b:a 128k',
  '-ac 2',
  '-max_muxing_queue_size 1024',
  THREADS,
]
// Square pixels, no side above LARGEST, never enlarged, even numbers for H.264.
const SCALE = `scale=trunc(iw*sar/2)*2:trunc(ih/2)*2,scale=w='if(gte(iw,ih),min(${LARGEST},trunc(iw/2)*2),-2)':h='if(gte(iw,ih),-2,min(${LARGEST},trunc(ih/2)*2))',setsar=1`

export interface Transcoding {
  /** Percent, several times a second. */
  onProgress(percent: number): void
  signal: AbortSignal
}

/**
 * Makes an MP4 that every browser plays: copies playable streams, else encodes. Returns its size. Rejects
 * when it fails or is aborted.
 */
export async function makeVideo(
  source: MediaSource,
  facts: VideoFacts,
  target: string,
  { onProgress, signal }: Transcoding,
): Promise<{ width: number; height: number }> {
  const command = commandOn(source, LONGEST_WORK_S)
    .outputOptions(KEEP)
    .outputOptions(facts.playable ? COPY : [...ENCODE, '-vf', SCALE])
    .output(target)
  command.on('progress', ({ timemark }: { timemark?: string }) =>
    onProgress(Math.min(99, Math.max(0, Math.round((secondsOf(timemark) / facts.duration) * 100)))),
  )
  await finished(command, signal)
  const { streams } = await probe({ path: target, format: 'mov' })
  const made = streams.find(({ codec_type }) => codec_type === 'video')
  return { width: made?.width ?? facts.width, height: made?.height ?? facts.height }
}

/** '00:01:02.5' in seconds. */
export const secondsOf = (timemark = '0'): number =>
  timemark.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0)

/** A still of a made video, as PNG. */
export async function stillOf(path: string, at: number, target: string): Promise<void> {
  const command = commandOn({ path, format: 'mov' }, LONGEST_LOOK_S)
    .seekInput(at)
    .outputOptions(['-frames:v 1', '-f image2', '-c:v png', THREADS])
    .output(target)
  await finished(command)
}

/** A command that opens this file alone. */
export const commandOn = ({ path, format }: MediaSource, timeout: number): FfmpegCommand =>
  ffmpeg({ niceness: NICENESS, timeout })
    .input(path)
    .inputOptions(['-nostdin', '-hide_banner', ...INPUT(format)])

/** Its output, when it has succeeded. */
export function finished(command: FfmpegCommand, signal?: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const kill = () => command.kill('SIGKILL')
    command.on('end', (_out, said) => resolve(said ?? ''))
    command.on('error', (error: Error) => reject(error))
    signal?.throwIfAborted()
    signal?.addEventListener('abort', kill, { once: true })
    command.run()
  })
}
