import { expect, test } from 'vitest'
import { VOICE, waveformOf } from './media.voice.ts'

test('a waveform has as many bars as ever, the loudest is full, and silence stays low', () => {
  const halves = Array.from({ length: 6400 }, (_, at) => (at % 2 ? 1 : -1) * (at < 3200 ? 0.2 : 0.1))
  const peaks = waveformOf(halves)
  expect(peaks).toEqual(Array.from({ length: VOICE.peaks }, (_, at) => (at < VOICE.peaks / 2 ? 100 : 50)))
  // Shorter than the bars.
  expect(waveformOf([0.5, 0.5])).toHaveLength(VOICE.peaks)
  expect(Math.max(...waveformOf([0.5, 0.25]))).toBe(100)
  for (const quiet of [[], [0], new Float32Array(1000).fill(0.001)])
    expect(Math.max(...waveformOf(quiet))).toBeLessThanOrEqual(10)
})
