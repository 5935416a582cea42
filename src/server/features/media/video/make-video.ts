import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { badRequest } from '#server/platform/errors.ts'
import { commandOn, finished, LONGEST_LOOK_S, LONGEST_WORK_S, secondsOf, THREADS } from './ffmpeg.ts'
import type { MediaSource, Stream } from './ffmpeg.ts'
import {
  assertWhole,
  commandOnShown,
  lengthOf,
  shownOf,
  soundOptions,
  type Shown,
  type ShownStream,
} from './shown.ts'

/** Longest side of a made video. */
const LARGEST = 1280

export interface VideoFacts {
  shown: Shown & { video: ShownStream }
  /** Seconds, as shown. */
  duration: number
  /** As shown: upright, with square pixels. */
  width: number
  height: number
}

/** Examines a video. Throws 400 for an invalid or truncated file. */
export async function examine(source: MediaSource): Promise<VideoFacts> {
  const shown = await shownOf(source)
  const { video } = shown
  if (!video?.stream.width || !video.stream.height) throw badRequest(MEDIA_MESSAGES.mediaBroken)
  assertWhole(shown)
  const { width, height } = sizeOf(video.stream)
  return { shown: { ...shown, video }, duration: lengthOf(shown), width, height }
}

/** Room for a minute of 4K with 60 pictures a second, and for the slow motion of phones. */
const MOST = { pixels: 4096 * 2304, picturesPerSecond: 240, allPixels: 3.3e10 }

/** Whether it would take many minutes to process. */
export function isTooHeavy({ shown: { video }, duration }: VideoFacts): boolean {
  const pixels = video.stream.width! * video.stream.height!
  return (
    pixels > MOST.pixels ||
    video.count > MOST.picturesPerSecond * Math.max(1, duration) ||
    pixels * video.held > MOST.allPixels
  )
}

function sizeOf({ width = 0, height = 0, sample_aspect_ratio, side_data_list = [] }: Stream) {
  const [wide, high] = (sample_aspect_ratio ?? '').split(':').map(Number)
  const across = Math.round(width * (wide && high ? wide / high : 1))
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return Math.abs(turn) % 180 === 90 ? { width: height, height: across } : { width: across, height }
}

/**
 * One video and one audio stream, without subtitles, data (cameras store places there) and tags. Starts
 * playing while it loads. Everything is encoded: copied packets would bring along what an edit list hides.
 */
const KEEP = [
  '-map_metadata -1',
  '-map_chapters -1',
  '-dn',
  '-sn',
  '-fflags +bitexact',
  '-movflags +faststart',
  '-f mp4',
]
const ENCODE = [
  '-c:v libx264',
  '-preset veryfast',
  '-crf 23',
  '-maxrate 4M',
  '-bufsize 8M',
  '-profile:v high',
  '-pix_fmt yuv420p',
  '-fpsmax 60',
  '-colorspace bt709',
  '-color_primaries bt709',
  '-color_trc bt709',
  '-color_range tv',
  '-flags:v +bitexact',
  '-flags:a +bitexact',
  '-c:a aac',
  '-b:a 128k',
  '-ac 2',
  '-max_muxing_queue_size 1024',
  THREADS,
]

const HDR_CURVES: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67'])
const WIDE_COLOURS: ReadonlySet<string> = new Set(['bt2020', 'smpte432', 'smpte431'])
/** Brightness of white in HDR, cd/m² (ITU-R BT.2408), and the brightest highlight that is kept, as its multiple. */
const WHITE = 203
const HIGHLIGHT = 5
/** Videos without a note of their matrix have BT.709 from this height on, as browsers take it. */
const HD_HEIGHT = 720

/** The filters that make SDR pictures of BT.709 and of this size. */
function filtersFor({ color_space, color_transfer, color_primaries, height = 0 }: Stream, size: Size) {
  const scale = `scale=${size.width}:${size.height}`
  const isHdr = HDR_CURVES.has(color_transfer ?? '')
  if (!isHdr && !WIDE_COLOURS.has(color_primaries ?? '')) {
    const matrix = isKnown(color_space) ? 'auto' : height >= HD_HEIGHT ? 'bt709' : 'bt601'
    return `${scale}:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv,${FINISH}`
  }
  const noted = [
    isKnown(color_space) ? '' : 'colorspace=bt2020nc',
    isKnown(color_primaries) ? '' : 'color_primaries=bt2020',
    isKnown(color_transfer) ? '' : 'color_trc=bt709',
  ].filter(Boolean)
  return [
    scale,
    ...(noted.length > 0 ? [`setparams=${noted.join(':')}`] : []),
    `zscale=t=linear:npl=${WHITE}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    ...(isHdr ? [`tonemap=mobius:desat=0:peak=${HIGHLIGHT}`] : []),
    'zscale=t=bt709:m=bt709:r=tv',
    FINISH,
  ].join(',')
}
const isKnown = (noted: string | undefined): boolean => noted !== undefined && noted !== 'unknown'
// The notes in the pictures (HDR, captions) belong to the original.
const FINISH = 'format=yuv420p,setsar=1,sidedata=mode=delete'

interface Size {
  width: number
  height: number
}

/** No side above LARGEST, never enlarged, even numbers for H.264. */
function fitted({ width, height }: Size): Size {
  const factor = Math.min(1, LARGEST / Math.max(width, height))
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * factor) / 2))
  return { width: even(width), height: even(height) }
}

export interface Transcoding {
  /** Percent, several times a second. */
  onProgress(percent: number): void
  signal: AbortSignal
}

/** Makes an MP4 that every browser plays. Returns its size. Rejects when it fails or is aborted. */
export async function makeVideo(
  { shown, duration, ...facts }: VideoFacts,
  target: string,
  { onProgress, signal }: Transcoding,
): Promise<Size> {
  const { stream } = shown.video
  const size = fitted(facts)
  const command = commandOnShown(shown, LONGEST_WORK_S)
    .outputOptions(['-map', `0:${stream.index}`, ...soundOptions(shown)])
    .outputOptions(KEEP)
    .outputOptions([...ENCODE, '-vf', filtersFor(stream, size)])
    .output(target)
  command.on('progress', ({ timemark }: { timemark?: string }) =>
    onProgress(Math.min(99, Math.max(0, Math.round((secondsOf(timemark) / duration) * 100)))),
  )
  await finished(command, signal)
  return size
}

/** A still of a made video, as PNG: its first picture from this second on, else the first of all. */
export async function stillOf(path: string, at: number, target: string): Promise<void> {
  const command = commandOn({ path, format: 'mov' }, LONGEST_LOOK_S)
    .outputOptions(['-vf', `select=eq(n\\,0)+gte(t\\,${at})`, '-vsync', 'passthrough'])
    // The second one replaces the first, where there are two.
    .outputOptions(['-frames:v 2', '-update 1', '-f image2', '-c:v png', THREADS])
    .output(target)
  await finished(command)
}
