import { LOCALE } from '#client/ui/locale.ts'

const monthAndYear = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' })

/** Month and year somebody joined, or 'Recently' when that is not known (product section 2, Profile). */
export function joined(createdAt: string): string {
  const at = Date.parse(createdAt)
  return Number.isNaN(at) ? 'Recently' : monthAndYear.format(at)
}
