/** Limits of voice messages. Separate from the others to keep the first page small. */
export const VOICE = {
  /** Where a recording ends. */
  seconds: 5 * 60,
  /** Tolerance for the length that the server measures, seconds. */
  grace: 5,
  bytes: 20 * 1024 * 1024,
  /** Bars of a waveform. */
  peaks: 64,
} as const

/** Messages about recordings. */
export const VOICE_MESSAGES = {
  broken: 'That recording is broken. Please record it again.',
  failed: 'We could not get that recording to play. Please record it again.',
  off: 'You cannot use voice messages here for now. Words work.',
  elsewhere: 'You can send recordings only in messages.',
  tooLong: 'Voice messages must be five minutes or shorter',
  tooLarge: 'That recording is too large. Maximum size is 20MB.',
} as const

/**
 * How loud each of `VOICE.peaks` equal parts of a recording is, 0 to 100; the loudest is 100, unless it is next to
 * silence. `levels`: its samples, or how loud it was many times a second, -1 to 1.
 */
export function waveformOf(levels: ArrayLike<number>): number[] {
  const peaks = Array.from({ length: VOICE.peaks }, (_, part) => {
    const from = Math.floor((part * levels.length) / VOICE.peaks)
    const to = Math.max(from + 1, Math.floor(((part + 1) * levels.length) / VOICE.peaks))
    let squares = 0
    for (let at = from; at < to && at < levels.length; at += 1) squares += levels[at]! ** 2
    return Math.sqrt(squares / (to - from))
  })
  const loudest = Math.max(NEXT_TO_SILENCE, ...peaks)
  return peaks.map((peak) => Math.min(100, Math.round((100 * peak) / loudest)))
}

const NEXT_TO_SILENCE = 0.01
