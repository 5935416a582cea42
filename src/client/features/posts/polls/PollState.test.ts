import { expect, test } from 'vitest'
import { timeLeft } from './PollState.tsx'

const MINUTE = 60_000

test.each([
  [1, 'ends within a minute'],
  [MINUTE, 'ends in 1m'],
  [59 * MINUTE + 1_000, 'ends in 59m'],
  [60 * MINUTE - 500, 'ends in 1h'],
  [5 * 60 * MINUTE + 20 * MINUTE, 'ends in 5h'],
  // Just published, for an hour and for a day.
  [24 * 60 * MINUTE - 800, 'ends in 1d'],
  [23 * 60 * MINUTE + 10 * MINUTE, 'ends in 23h'],
  [3 * 24 * 60 * MINUTE - 2_000, 'ends in 3d'],
  [7 * 24 * 60 * MINUTE, 'ends in 7d'],
])('%i ms before its end a poll %s', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
