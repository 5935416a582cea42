import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const NOW = Date.UTC(2026, 4, 20, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('A relative time', () => {
  it.each([
    ['now', 0],
    ['now', MINUTE - 1],
    ['1m', MINUTE],
    ['59m', HOUR - 1],
    ['1h', HOUR],
    ['23h', DAY - 1],
    ['1d', DAY],
    ['6d', 7 * DAY - 1],
  ])('reads %s after %i ms', (words, age) => {
    expect(relativeTime(NOW - age, NOW)).toBe(words)
  })

  it("is a date in English from the seventh day on, whatever the system's language", () => {
    expect(relativeTime(NOW - 7 * DAY, NOW)).toBe(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(NOW - 7 * DAY),
    )
  })

  it.each(Array.from({ length: 12 }, (_, month) => [month]))('is written as by Intl in month %i', (month) => {
    const at = Date.UTC(2025, month, 3, 12)
    const medium = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    expect(relativeTime(at, NOW + 400 * DAY, 'UTC')).toBe(medium.format(at))
  })

  it("is 'now' for a time in the future", () => {
    expect(relativeTime(NOW + DAY, NOW)).toBe('now')
  })
})
