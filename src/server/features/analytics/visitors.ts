import Bowser from 'bowser'
import { isbot } from 'isbot'
import { DEVICES, type Device } from '#contract/analytics.ts'
import { LIMITS } from '#contract/limits.ts'
import { sign } from '#server/platform/keys.ts'
import { clock } from '#server/platform/clock.ts'
import { countryOf } from './countries.ts'

/** A visitor as the figures need them. */
export interface Visitor {
  readonly key: string
  /** ISO 3166 alpha-2, or 'Unknown'. */
  readonly country: string
  readonly device: Device
}

interface Request {
  address: string
  userAgent: string
  /** Null without a session. */
  userId: string | null
}

/** The visitor to count; null for bots. A signed-in person is never a bot. */
export function describeVisitor({ address, userAgent, userId }: Request): Visitor | null {
  const browser = userAgent.slice(0, LIMITS.url)
  if (!userId && (browser === '' || isbot(browser))) return null
  return {
    key: keyOf(userId ?? `${today()}|${address}|${browser}`),
    country: countryOf(address),
    device: deviceOf(browser),
  }
}

/** The key of a signed-in person. */
export const keyOfPerson = (userId: string): string => keyOf(userId)

/** Without the server's secret a key identifies nobody; a visitor's key changes each day. */
const keyOf = (who: string): string => sign('visitors', who).slice(0, 22)

const today = (): string => clock.date().toISOString().slice(0, 10)

/** The kind of device; 'desktop' when unknown. */
export function deviceOf(userAgent: string): Device {
  const platform = userAgent && Bowser.getParser(userAgent).getPlatformType(true)
  return DEVICES.find((device) => device === platform) ?? 'desktop'
}
