import { LOCALE } from '#client/ui/locale.ts'

const monthAndYear = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' })
const monthAndYearInUtc = new Intl.DateTimeFormat(LOCALE, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Month and year somebody joined, or 'Recently' when that is not known (product section 2, Profile). `zone`: default the reader's. */
export function joined(createdAt: string, zone?: 'UTC'): string {
  const at = Date.parse(createdAt)
  return Number.isNaN(at) ? 'Recently' : (zone ? monthAndYearInUtc : monthAndYear).format(at)
}
