import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { FfmpegCommand } from 'fluent-ffmpeg'
import { commandOn, ffprobe, MOST_SAID, probe, type MediaSource, type Probed, type Stream } from './ffmpeg.ts'

/**
 * What players show of a file. Phones trim without encoding: the file keeps everything, and its edit list says what is
 * shown. ffprobe marks the packets that no edit shows; ffmpeg decodes them only when a shown picture needs them.
 */
export interface Shown {
  source: MediaSource
  probed: Probed
  /** Seconds that the file holds before the beginning of what it shows. */
  lead: number
  video?: ShownStream
  sound?: ShownStream
}

export interface ShownStream {
  stream: Stream
  /** Seconds of the file's own clock. */
  from: number
  to: number
  /** Its shown packets: pictures, or pieces of sound. */
  count: number
  /** All of its packets: hidden pictures are decoded too when shown ones refer to them. */
  held: number
}

/** The picture and the sound that players choose, as far as they show them. Throws 400 for an invalid file. */
export async function shownOf(source: MediaSource): Promise<Shown> {
  const probed = await probe(source)
  const spans = await spansOf(source)
  const chosen = (type: string): ShownStream | undefined => {
    const streams = probed.streams.filter(
      ({ codec_type, disposition }) => codec_type === type && disposition?.attached_pic !== 1,
    )
    const stream = streams.find(({ disposition }) => disposition?.default === 1) ?? streams[0]
    const span = stream && spans.get(stream.index)
    return span && span.count > 0 ? { stream, ...span } : undefined
  }
  const [video, sound] = [chosen('video'), chosen('audio')]
  return {
    source,
    probed,
    // A fragmented file has no marks: there, whatever comes before zero is not shown.
    lead: source.format === MOV ? Math.max(0, -Number(probed.format.start_time) || 0) : 0,
    ...(video && { video }),
    ...(sound && { sound }),
  }
}

/** The only container with edit lists. */
const MOV = 'mov'

type Span = Omit<ShownStream, 'stream'>

const PACKETS = [
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time,flags',
  '-of',
  'csv=p=0',
]

/** Reads all packets without decoding them, because the container's length may be wrong. */
async function spansOf(source: MediaSource): Promise<Map<number, Span>> {
  const spans = new Map<number, Span>()
  const note = (line: string) => {
    const [index, pts, dts, length, flags] = line.split(',')
    if (!flags) return
    const span = spans.get(Number(index)) ?? { from: Infinity, to: -Infinity, count: 0, held: 0 }
    spans.set(Number(index), span)
    span.held += 1
    if (flags.includes('D')) return
    const at = [Number(pts), Number(dts), 0].find(Number.isFinite)!
    span.from = Math.min(span.from, at)
    span.to = Math.max(span.to, at + (Number(length) || 0))
    span.count += 1
  }
  let rest = ''
  await ffprobe(source, PACKETS, MOST_SAID.packets, (piece) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    lines.forEach(note)
  })
  note(rest)
  return spans
}

/** Of a single picture whose length the container does not say. */
const SHORTEST = 0.01

/** Seconds from the first to the last moment that is shown. */
export function lengthOf({ video, sound }: Pick<Shown, 'video' | 'sound'>): number {
  const tracks = [video, sound].filter((track) => track !== undefined)
  const begin = Math.max(0, Math.min(...tracks.map(({ from }) => from)))
  return Math.max(SHORTEST, Math.max(...tracks.map(({ to }) => to)) - begin)
}

/** A command that reads the file from where it begins to show something. */
export function commandOnShown({ source, lead }: Shown, timeout: number): FfmpegCommand {
  const command = commandOn(source, timeout)
  return lead > 0 ? command.seekInput(lead) : command
}

/**
 * The options that take the shown part of the sound alone. A piece of sound can be longer than the part of it that is
 * shown.
 */
export function soundOptions({ source, probed, sound }: Shown): string[] {
  if (!sound) return []
  const end = sound.to - Math.max(0, Number(probed.format.start_time) || 0)
  return [
    '-map',
    `0:${sound.stream.index}`,
    ...(source.format === MOV ? ['-af', `atrim=start=0:end=${end}`] : []),
  ]
}

/** Throws 400 when a truncated file shows less than its header says. */
export function assertWhole({ source: { format }, probed, video }: Shown): void {
  if (!video) throw badRequest(MEDIA_MESSAGES.mediaBroken)
  const { stream, from, to, count } = video
  // The length of a stream is exact in this container; in others it is that of the longest one.
  const [promised, slack] =
    format === MOV ? [Number(stream.duration), 0.2] : [Number(probed.format.duration), 1]
  const isCut = to - from + Math.max(slack, (promised || 0) * 0.1) < promised
  const lacksFrames = format !== MOV && count < Number(stream.nb_frames) * 0.9
  if (isCut || lacksFrames) throw badRequest(MEDIA_MESSAGES.mediaBroken)
}
