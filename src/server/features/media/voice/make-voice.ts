import { readFile } from 'node:fs/promises'
import { VOICE, VOICE_MESSAGES, waveformOf } from '#contract/media.voice.ts'
import { badRequest } from '#server/platform/errors.ts'
import {
  commandOn,
  finished,
  LONGEST_LOOK_S,
  LONGEST_WORK_S,
  probe,
  secondsOf,
  THREADS,
  type MediaSource,
  type Transcoding,
} from '../video/ffmpeg.ts'

/** Reading ends here: a small file can hold hours of silence. */
const READ_SECONDS = VOICE.seconds + 2 * VOICE.grace

/** The length of a recording in seconds, measured by decoding it. Throws 400 when it holds no sound. */
export async function examineVoice(source: MediaSource): Promise<number> {
  const { streams } = await probe(source).catch(() => {
    throw badRequest(VOICE_MESSAGES.broken)
  })
  if (!streams.some(({ codec_type }) => codec_type === 'audio')) throw badRequest(VOICE_MESSAGES.broken)
  const command = commandOn(source, LONGEST_LOOK_S)
    .outputOptions(['-map 0:a:0', `-t ${READ_SECONDS}`, '-f null'])
    .output('-')
  const said = await finished(command).catch(() => {
    throw badRequest(VOICE_MESSAGES.broken)
  })
  const seconds = secondsOf([...said.matchAll(/time=(\d+:\d+:[\d.]+)/g)].at(-1)?.[1])
  if (seconds === 0) throw badRequest(VOICE_MESSAGES.broken)
  return seconds
}

/** One small voice, without tags, that every browser plays and that starts while it loads. */
const KEEP = [
  '-map 0:a:0',
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
  source: MediaSource,
  duration: number,
  target: string,
  { onProgress, signal }: Transcoding,
): Promise<void> {
  const command = commandOn(source, LONGEST_WORK_S)
    .outputOptions([...KEEP, `-t ${READ_SECONDS}`])
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
