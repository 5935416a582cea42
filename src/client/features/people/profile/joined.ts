import { monthAndYear } from '#client/ui/locale.ts'

/** Month and year somebody joined, or 'Recently' when that is not known (product section 2, Profile). `zone`: default the reader's. */
export function joined(createdAt: string, zone?: 'UTC'): string {
  const at = Date.parse(createdAt)
  return Number.isNaN(at) ? 'Recently' : monthAndYear(at, zone)
}
