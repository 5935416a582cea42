import { randomBytes } from 'node:crypto'
import type { Request } from 'express'
import { isSigned, sign } from '#server/platform/keys.ts'
import { COOKIE_ATTRIBUTES, secureSite } from '#server/platform/session.ts'
import type { Proven } from '#server/features/people/users/accounts.service.ts'
import Bowser from 'bowser'
import type { SessionData } from 'express-session'
import { LIMITS } from '#contract/limits.ts'
import { countryOf } from '#server/features/analytics/countries.ts'
import { deviceOf } from '#server/features/analytics/visitors.ts'
import { BRAND } from '#contract/brand.ts'
import { config } from '#server/platform/config.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { addressOf } from '#server/features/people/users/new-email.service.ts'

// Sent to the calls that need it alone, and kept as long as browsers keep a cookie.
const NAME = secureSite ? '__Secure-device' : 'device'
const ATTRIBUTES = { ...COOKIE_ATTRIBUTES, path: '/api/auth', maxAge: 400 * 24 * 3600_000 } as const
/** Accounts that one browser is known by: the ones that logged in last. */
const MOST_ACCOUNTS = 5

/** A browser in which people have logged in before: who they are, each with the session epoch of then. */
interface KnownDevice {
  id: string
  accounts: readonly (readonly [userId: string, sessionEpoch: number])[]
}

/** What the browser's signed cookie says; null where there is none, or none of ours. */
function knownDevice(req: Request): KnownDevice | null {
  const held = req.headers.cookie?.split('; ').find((pair) => pair.startsWith(`${NAME}=`))
  const [content, signature] = held?.slice(NAME.length + 1).split('.') ?? []
  if (!content || !signature || !isSigned('devices', content, signature)) return null
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as KnownDevice
}

/**
 * The device's id where this person has logged in on it before, else null. Also when their password has
 * changed since.
 */
export const deviceOfPerson = (req: Request, userId: string): string | null => {
  const device = knownDevice(req)
  return device?.accounts.some(([id]) => id === userId) ? device.id : null
}

/**
 * The same, where nothing has ended the person's sessions since: such a device may try again when others may
 * not.
 */
export const trustedDeviceOf = (req: Request, { id: userId, sessionEpoch }: Proven): string | null => {
  const device = knownDevice(req)
  return device?.accounts.some(([id, epoch]) => id === userId && epoch === sessionEpoch) ? device.id : null
}

/** This browser is one of the person's from now on: they have just proven who they are. */
export function rememberDevice(req: Request, { id: userId, sessionEpoch }: Proven): void {
  const { id, accounts } = knownDevice(req) ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
  const others = accounts.filter(([known]) => known !== userId)
  const device: KnownDevice = {
    id,
    accounts: [...others, [userId, sessionEpoch] as const].slice(-MOST_ACCOUNTS),
  }
  const content = Buffer.from(JSON.stringify(device)).toString('base64url')
  req.res!.cookie(NAME, `${content}.${sign('devices', content)}`, ATTRIBUTES)
}

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

type About = Readonly<{ userId: string; device: string; country: string; at: string }>

/** Tells a person of a log-in on a device that they were never seen on. */
export const postNewDevice = mailTemplate<About>('new-device', async ({ userId, device, country, at }) => {
  const account = await addressOf(userId)
  return (
    account && {
      to: account.email,
      subject: `A new device on your ${BRAND.name} account`,
      title: 'Somebody new sat down',
      words: [
        `@${account.handle} was logged in on a device we had not seen before: ${device}, ${country}, ${at}.`,
      ],
      button: { label: 'Look at your sessions', url: `${config.PUBLIC_URL}/settings` },
      afterwards: [
        'If it was you, do nothing.',
        'If it was not you, log out everywhere else and set another password there.',
      ],
    }
  )
})

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

/** What the mail says of the device that this request comes from. */
export function aboutDevice(userId: string, req: Request): About {
  const { browser, system, country } = describeDevice(req)
  const device = [browser ?? 'a browser that does not say its name', system && `on ${system}`]
    .filter(Boolean)
    .join(' ')
  return {
    userId,
    device,
    country: country === 'Unknown' ? 'from an unknown country' : `from ${COUNTRIES.of(country)}`,
    at: new Date().toUTCString(),
  }
}
