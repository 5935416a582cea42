import { dateFormat, mediumDate } from './locale.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const exact = dateFormat({ dateStyle: 'full', timeStyle: 'short' })

/**
 * 'now', '5m', '3h', '2d', then a date (product section 1, DECISIONS row 41). A time in the future (two
 * clocks that differ) is 'now'. `zone`: time zone of the date; default the reader's.
 */
export const relativeTime = (at: number, now: number, zone?: 'UTC'): string => {
  const age = now - at
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < WEEK) return `${Math.floor(age / DAY)}d`
  return mediumDate(at, zone)
}

/** Weekday, date and time in the reader's language. */
export const exactTime = (at: number): string => exact(at)
