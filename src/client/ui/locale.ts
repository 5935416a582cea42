/** The page is in English, so dates, times and country names are too, whatever the browser's language is. */
export const LOCALE = 'en-GB'

/** Formats dates. The formatter, which is slow to create, is created at its first use. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: number | Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (moment) => (format ??= new Intl.DateTimeFormat(LOCALE, options)).format(moment)
}

// Dates of the first page are written without Intl: its first formatter takes a phone 80 ms, and the server's
// and the browser's may differ ('Sep', 'Sept').
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

function partsOf(at: number, zone?: 'UTC') {
  const date = new Date(at)
  const [day, month, year] =
    zone === 'UTC'
      ? [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear()]
      : [date.getDate(), date.getMonth(), date.getFullYear()]
  return { day, month: MONTHS[month] ?? '', year }
}

/** 'November 2026'. `zone`: default the reader's. */
export function monthAndYear(at: number, zone?: 'UTC'): string {
  const { month, year } = partsOf(at, zone)
  return `${month} ${year}`
}

/** '21 November 2026'. `zone`: default the reader's. */
export function longDate(at: number, zone?: 'UTC'): string {
  const { day, month, year } = partsOf(at, zone)
  return `${day} ${month} ${year}`
}

/** '21 Nov 2026', as the locale's medium date. `zone`: default the reader's. */
export function mediumDate(at: number, zone?: 'UTC'): string {
  const { day, month, year } = partsOf(at, zone)
  return `${day} ${month.slice(0, month === 'September' ? 4 : 3)} ${year}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** '04:07'. `zone`: default the reader's. */
export function clockTime(at: number, zone?: 'UTC'): string {
  const date = new Date(at)
  const [hours, minutes] =
    zone === 'UTC' ? [date.getUTCHours(), date.getUTCMinutes()] : [date.getHours(), date.getMinutes()]
  return `${twoDigits(hours)}:${twoDigits(minutes)}`
}
