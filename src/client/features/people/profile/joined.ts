import { monthAndYear } from '#client/ui/locale.ts'

/**
 * The month and year of the registration, or 'Recently' when it is unknown (product section 2, Profile).
 * `zone`: default the reader's.
 */
export function joined(createdAt: string, zone?: 'UTC'): string {
  const at = Date.parse(createdAt)
  return Number.isNaN(at) ? 'Recently' : monthAndYear(at, zone)
}
