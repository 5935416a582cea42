import { LOCALE } from './locale.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const dateOnly = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const dateInUtc = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short' })

/**
 * 'now', '5m', '3h', '2d', then the locale's date (product section 1, DECISIONS row 41). A moment in the
 * future (two clocks that disagree) is 'now'. `zone`: the date's time zone; default the reader's.
 */
export const relativeTime = (at: number, now: number, zone?: 'UTC'): string => {
  const age = now - at
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < WEEK) return `${Math.floor(age / DAY)}d`
  return (zone ? dateInUtc : dateOnly).format(at)
}

/** Weekday, date and time in the reader's language. */
export const exactTime = (at: number): string => exact.format(at)
