import { expect, test } from 'vitest'
import { timeLeft } from './PollState.tsx'

const MINUTE = 60_000

test.each([
  [1, 'ends within a minute'],
  [MINUTE, 'ends in 1m'],
  [59 * MINUTE + 59_999, 'ends in 59m'],
  [60 * MINUTE, 'ends in 1h'],
  [24 * 60 * MINUTE - 1, 'ends in 23h'],
  [7 * 24 * 60 * MINUTE, 'ends in 7d'],
])('%i ms before its end a poll %s', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
