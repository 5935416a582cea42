import { randomBytes } from 'node:crypto'
import type { Request } from 'express'
import { isSigned, sign } from '#server/platform/keys.ts'
import { COOKIE_ATTRIBUTES, secureSite } from '#server/platform/session.ts'
import type { Proven } from '#server/features/people/users/accounts.service.ts'

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
