import Bowser from 'bowser'
import { isbot } from 'isbot'
import { DEVICES, type Device } from '#contract/analytics.ts'
import { LIMITS } from '#contract/limits.ts'
import { sign } from '#server/platform/keys.ts'
import { countryOf } from './countries.ts'

/** Who looks at pages, as far as the figures want to know. */
export interface Visitor {
  readonly key: string
  /** ISO 3166 alpha-2, or 'Unknown'. */
  readonly country: string
  readonly device: Device
}

interface Request {
  address: string
  userAgent: string
  /** Null for who is not signed in. */
  userId: string | null
}

/**
 * Whom the figures count; null for bots. Who is signed in is none, whatever their browser says: crawlers have
 * no account.
 */
export function describeVisitor({ address, userAgent, userId }: Request): Visitor | null {
  const browser = userAgent.slice(0, LIMITS.url)
  if (!userId && (browser === '' || isbot(browser))) return null
  return {
    key: keyOf(userId ?? `${today()}|${address}|${browser}`),
    country: countryOf(address),
    device: deviceOf(browser),
  }
}

/** The key of who is signed in. */
export const keyOfPerson = (userId: string): string => keyOf(userId)

/**
 * No key can be traced to a person or an address without the server's secret, and a visitor's only for a day.
 */
const keyOf = (who: string): string => sign('visitors', who).slice(0, 22)

const today = (): string => new Date().toISOString().slice(0, 10)

/** What kind of thing a browser runs on; 'desktop' where it does not say. */
export function deviceOf(userAgent: string): Device {
  const platform = userAgent && Bowser.getParser(userAgent).getPlatformType(true)
  return DEVICES.find((device) => device === platform) ?? 'desktop'
}
