import { waveformOf } from '#contract/media.voice.ts'

/** What was recorded. */
export interface Recording {
  sound: Blob
  seconds: number
  peaks: number[]
}

/** A recording under way. */
export interface Recorder {
  seconds: () => number
  /** The newest levels, 0 to 1, oldest first. */
  levels: (count: number) => readonly number[]
  stop: () => void
  /** Drops it; `recorded` never resolves. */
  cancel: () => void
  /** Resolves when it was stopped, or the microphone was taken away. */
  recorded: Promise<Recording>
}

/** Cannot record; the message can be shown. */
export class NoRecording extends Error {
  override readonly name = 'NoRecording'
}

const UNABLE = 'This browser cannot record. Please try another one.'
const DENIED = 'This site may not use your microphone. Allow it in your browser, then try again.'
const MISSING = 'We cannot find a microphone on this device.'
const TAKEN = 'Another program uses your microphone. Close it, then try again.'

/** By the name of the browser's error. */
const REASONS: Record<string, string> = {
  NotAllowedError: DENIED,
  SecurityError: DENIED,
  NotFoundError: MISSING,
  OverconstrainedError: MISSING,
  NotReadableError: TAKEN,
  AbortError: TAKEN,
}

/** The first that the browser records; the server reads all of them. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
const BITS_PER_SECOND = 48_000
const LEVEL_EVERY_MS = 100

/** Asks for the microphone and records. Throws NoRecording. */
export async function startRecording(): Promise<Recorder> {
  // Missing on a page without https.
  const { mediaDevices } = navigator as Partial<Navigator>
  if (!mediaDevices || typeof MediaRecorder === 'undefined') throw new NoRecording(UNABLE)
  const stream = await mediaDevices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      throw new NoRecording((error instanceof Error && REASONS[error.name]) || UNABLE)
    })
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType && { mimeType }),
  })
  const meter = measureLevels(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const release = () => {
    meter.close()
    for (const track of stream.getTracks()) track.stop()
  }
  let isCancelled = false
  const recorded = new Promise<Recording>((resolve) => {
    recorder.addEventListener('stop', () => {
      release()
      const sound = new Blob(parts, { type: recorder.mimeType })
      if (!isCancelled) resolve({ sound, seconds: seconds(), peaks: waveformOf(meter.levels) })
    })
  })
  recorder.start(1_000)
  const stop = () => void (recorder.state !== 'inactive' && recorder.stop())
  return {
    seconds,
    levels: (count) => meter.levels.slice(-count),
    stop,
    cancel: () => {
      isCancelled = true
      stop()
    },
    recorded,
  }
}

/** Notes how loud the microphone is, ten times a second. */
function measureLevels(stream: MediaStream): { levels: number[]; close: () => void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  // More than passes between two looks.
  analyser.fftSize = 8192
  context.createMediaStreamSource(stream).connect(analyser)
  // Some browsers begin with it suspended. Without it the recording has a flat waveform until the server made one.
  context.resume().catch(() => undefined)
  const samples = new Float32Array(analyser.fftSize)
  const levels: number[] = []
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    levels.push(
      Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      ),
    )
  }, LEVEL_EVERY_MS)
  const close = () => {
    clearInterval(timer)
    void context.close()
  }
  return { levels, close }
}
