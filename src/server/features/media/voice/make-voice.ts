import { readFile } from 'node:fs/promises'
import { VOICE, VOICE_MESSAGES, waveformOf } from '#contract/media.voice.ts'
import { badRequest } from '#server/platform/errors.ts'
import {
  commandOn,
  finished,
  LONGEST_LOOK_S,
  LONGEST_WORK_S,
  secondsOf,
  THREADS,
  type MediaSource,
} from '../video/ffmpeg.ts'
import type { Transcoding } from '../video/make-video.ts'
import { commandOnShown, shownOf, soundOptions, type Shown } from '../video/shown.ts'

/** Reading ends here: a small file can hold hours of silence. */
const READ_SECONDS = VOICE.seconds + 2 * VOICE.grace

/** A recording before it is made into a voice message. */
export interface VoiceFacts {
  shown: Shown
  /** Seconds, measured by decoding it. */
  duration: number
}

/** Examines a recording. Throws 400 when it holds no sound. */
export async function examineVoice(source: MediaSource): Promise<VoiceFacts> {
  const shown = await shownOf(source).catch(() => {
    throw badRequest(VOICE_MESSAGES.broken)
  })
  if (!shown.sound) throw badRequest(VOICE_MESSAGES.broken)
  const command = commandOnShown(shown, LONGEST_LOOK_S)
    .outputOptions([...soundOptions(shown), '-t', `${READ_SECONDS}`, '-f', 'null'])
    .output('-')
  const said = await finished(command).catch(() => {
    throw badRequest(VOICE_MESSAGES.broken)
  })
  const duration = secondsOf([...said.matchAll(/time=(\d+:\d+:[\d.]+)/g)].at(-1)?.[1])
  if (duration === 0) throw badRequest(VOICE_MESSAGES.broken)
  return { shown, duration }
}

/** One small voice, without tags, that every browser plays and that starts while it loads. */
const KEEP = [
  '-map_metadata -1',
  '-map_chapters -1',
  '-vn',
  '-dn',
  '-sn',
  '-fflags +bitexact',
  '-flags:a +bitexact',
  '-c:a aac',
  '-b:a 32k',
  '-ac 1',
  '-ar 24000',
  '-movflags +faststart',
  '-f mp4',
  THREADS,
]

/** Makes an M4A of a recording. Rejects when it fails or is aborted. */
export async function makeVoice(
  { shown, duration }: VoiceFacts,
  target: string,
  { onProgress, signal }: Transcoding,
): Promise<void> {
  const command = commandOnShown(shown, LONGEST_WORK_S)
    .outputOptions([...soundOptions(shown), ...KEEP, `-t ${READ_SECONDS}`])
    .output(target)
  command.on('progress', ({ timemark }: { timemark?: string }) =>
    onProgress(Math.min(99, Math.round((secondsOf(timemark) / duration) * 100))),
  )
  await finished(command, signal)
}

const SAMPLE_RATE = 8000

/** The waveform of a made recording. `scratch`: a path for its samples. */
export async function peaksOf(path: string, scratch: string): Promise<number[]> {
  const command = commandOn({ path, format: 'mov' }, LONGEST_LOOK_S)
    .outputOptions(['-map 0:a:0', '-ac 1', `-ar ${SAMPLE_RATE}`, '-c:a pcm_f32le', '-f f32le', THREADS])
    .output(scratch)
  await finished(command)
  const bytes = await readFile(scratch)
  return waveformOf(new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4)))
}
