import Bowser from 'bowser'
import type { Request } from 'express'
import type { SessionData } from 'express-session'
import { LIMITS } from '#contract/limits.ts'
import { countryOf } from '#server/features/analytics/countries.ts'
import { deviceOf } from '#server/features/analytics/visitors.ts'

/** What signs in here, in words a person knows their own devices by. The address itself is not kept. */
export function describeDevice({ headers, ip }: Request): NonNullable<SessionData['device']> {
  const userAgent = (headers['user-agent'] ?? '').slice(0, LIMITS.url)
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} }
  return {
    kind: deviceOf(userAgent),
    browser: browser.name || null,
    system: os.name || null,
    country: countryOf(ip ?? ''),
  }
}
