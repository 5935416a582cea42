import type { Request } from 'express'
import { randomBytes } from 'node:crypto'
import passport from 'passport'
import Bowser from 'bowser'
import type { SessionData } from 'express-session'
import { MESSAGES } from '#contract/errors.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { SessionView } from '#contract/account.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { bus } from '#server/platform/bus.ts'
import { forbidden, unauthorised } from '#server/platform/errors.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { sessionIsCurrent } from '#server/platform/session.ts'
import { currentUser, recordLogin, type Proven } from '#server/features/people/users/accounts.service.ts'
import { forgetViewer, loadViewer } from '#server/features/people/users/viewers.service.ts'
import { asSessionAllows } from '#server/features/account/login/admin-door.policy.ts'
import { COOKIE_ATTRIBUTES, secureSite, setSignedCookie, signedContent } from '#server/platform/cookies.ts'
import { LIMITS } from '#contract/limits.ts'
import { countryOf } from '#server/features/analytics/countries.ts'
import { deviceOf } from '#server/features/analytics/visitors.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { emailAddressOf } from '#server/features/people/users/identities.service.ts'
import { clock } from '#server/platform/clock.ts'

interface Beginning {
  /** The account was created just now. */
  registered?: boolean
  /** The person has shown a second factor. */
  secondFactor?: boolean
}

/**
 * Signs the person in with a new session id (SECURITY, Session), and mails them when the device is unknown.
 */
export async function beginSession(
  req: Request,
  { id, sessionEpoch }: Proven,
  { registered = false, secondFactor = false }: Beginning = {},
): Promise<void> {
  // A cached viewer of an older epoch would end the new session.
  forgetViewer(id)
  const viewer = await loadViewer(id)
  // The password may have changed since it was checked.
  if (viewer?.sessionEpoch !== sessionEpoch) throw unauthorised(MESSAGES.badCredentials)
  if (viewer.banned) recordSecurityEvent({ event: 'login', outcome: 'refused', userId: id, req })
  if (viewer.banned) throw forbidden(MODERATION_MESSAGES.banned)
  const replaced = { userId: req.user?.id, sessionId: req.sessionID }
  await enter(req, viewer)
  if (secondFactor) req.session.secondFactor = true
  const isNewDevice = deviceOfPerson(req, id) === null
  rememberDevice(req, { id, sessionEpoch })
  const { hadDevice } = await recordLogin(id)
  // No mail for the first known device: it is the one of the registration, or the first one after an upgrade.
  if (isNewDevice && hadDevice && !registered) await postNewDevice(aboutDevice(id, req))
  if (replaced.userId)
    bus.emit('session:ended', { userId: replaced.userId, sessionId: replaced.sessionId, reason: 'logout' })
  recordSecurityEvent({ event: registered ? 'registration' : 'login', outcome: 'done', userId: id, req })
  bus.emit('session:began', { userId: id })
}

/** Passport makes a new session id and stores the session. */
const enter = (req: Request, viewer: Viewer) =>
  new Promise<void>((resolve, reject) =>
    req.logIn(viewer, (error?: Error) => (error ? reject(error) : resolve())),
  )

/**
 * Continues the session under a new id and the person's new epoch; its pages stay connected, and a stolen
 * cookie becomes invalid. Called after the other sessions were ended. `secondFactor`: whether the session has
 * one from now on.
 */
export async function renewSession(
  req: Request,
  { id, sessionEpoch }: Proven,
  { secondFactor = req.session.secondFactor ?? false } = {},
): Promise<void> {
  forgetViewer(id)
  const viewer = await loadViewer(id)
  if (viewer?.sessionEpoch !== sessionEpoch) throw unauthorised()
  const { startedAt, provenAt, name } = req.session
  const from = req.sessionID
  await enter(req, viewer)
  rememberDevice(req, { id, sessionEpoch })
  // The session keeps its age and its name.
  Object.assign(req.session, {
    startedAt,
    name,
    ...(provenAt !== undefined && { provenAt }),
    ...(secondFactor && { secondFactor }),
  })
  await saveSession(req)
  bus.emit('session:renewed', { userId: id, from, to: req.sessionID })
}

/** Stores the session now, for answers that redirect before the end of the request. */
export const saveSession = (req: Request) =>
  new Promise<void>(
    (resolve, reject) => void req.session.save((error?: Error) => (error ? reject(error) : resolve())),
  )

/** The answer of a log-in. */
export async function sessionView(userId: string): Promise<SessionView> {
  const user = await currentUser(userId)
  if (!user) throw unauthorised()
  return { user }
}

/** Deletes the session from the store, then disconnects its sockets. */
export async function endSession(req: Request): Promise<void> {
  const { user, sessionID } = req
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error?: Error) => (error ? reject(error) : resolve())),
  )
  if (!user) return
  recordSecurityEvent({ event: 'logout', outcome: 'done', userId: user.id, req })
  bus.emit('session:ended', { userId: user.id, sessionId: sessionID, reason: 'logout' })
}

/**
 * Tells passport how to store and load a session's person: it keeps the id, and the viewer is loaded on each
 * request.
 */
export function installPassport(): void {
  passport.serializeUser(
    (req: Request, viewer: Express.User, done: (error: unknown, id?: string) => void) => {
      // Passport has just made a new session.
      req.session.startedAt = clock.now()
      req.session.epoch = viewer.sessionEpoch
      req.session.device = describeDevice(req)
      req.session.name = randomBytes(16).toString('base64url')
      done(null, viewer.id)
    },
  )
  passport.deserializeUser(
    (req: Request, id: string, done: (error: unknown, viewer?: Express.User | false | null) => void) => {
      viewerOf(id, req).then((viewer) => done(null, viewer ?? false), done)
    },
  )
}

async function viewerOf(id: string, req: Request): Promise<Viewer | null> {
  const viewer = await loadViewer(id)
  return viewer && sessionIsCurrent(req.session, viewer) ? asSessionAllows(viewer, req.session) : null
}

// Sent only to the paths that need it, and kept as long as browsers allow.
const NAME = secureSite ? '__Secure-device' : 'device'
const ATTRIBUTES = { ...COOKIE_ATTRIBUTES, path: '/api/auth', maxAge: 400 * 24 * 3600_000 } as const
/** A device remembers at most this many accounts, the newest ones. */
const MAX_ACCOUNTS = 5

/** A browser in which people have logged in before: their ids, with the session epoch at that time. */
interface KnownDevice {
  id: string
  accounts: readonly (readonly [userId: string, sessionEpoch: number])[]
}

/** The content of the signed cookie; null without one, or when the signature is wrong. */
const knownDevice = (req: Request): KnownDevice | null => signedContent(req, NAME, 'devices')

/**
 * The device's id when this person has logged in with it before, also before a change of password; else null.
 */
export const deviceOfPerson = (req: Request, userId: string): string | null => {
  const device = knownDevice(req)
  return device?.accounts.some(([id]) => id === userId) ? device.id : null
}

/**
 * The same, but null when the person's sessions were ended since. Such a device has log-in limits of its own.
 */
export const trustedDeviceOf = (req: Request, { id: userId, sessionEpoch }: Proven): string | null => {
  const device = knownDevice(req)
  return device?.accounts.some(([id, epoch]) => id === userId && epoch === sessionEpoch) ? device.id : null
}

/** Remembers the browser as the person's, after a successful log-in. */
export function rememberDevice(req: Request, { id: userId, sessionEpoch }: Proven): void {
  const { id, accounts } = knownDevice(req) ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
  const others = accounts.filter(([known]) => known !== userId)
  const device: KnownDevice = {
    id,
    accounts: [...others, [userId, sessionEpoch] as const].slice(-MAX_ACCOUNTS),
  }
  setSignedCookie(req.res!, NAME, { purpose: 'devices', content: device, ...ATTRIBUTES })
}

/** The device in words that a person recognises. The address itself is not kept. */
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

/** Mails a person about a log-in on an unknown device. */
export const postNewDevice = mailTemplate<About>('new-device', async ({ userId, device, country, at }) => {
  const account = await emailAddressOf(userId)
  return (
    account && {
      to: account.email,
      subject: `A new device on your ${houseName()} account`,
      title: 'Somebody new sat down',
      words: [
        `@${account.handle} was logged in on a device we had not seen before: ${device}, ${country}, ${at}.`,
      ],
      button: { label: 'Look at your sessions', url: `${config.PUBLIC_URL}/settings?section=security` },
      afterwards: [
        'If it was you, do nothing.',
        'If it was not you, log out everywhere else and set another password there.',
      ],
    }
  )
})

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

/** The data of that mail, from the request. */
export function aboutDevice(userId: string, req: Request): About {
  const { browser, system, country } = describeDevice(req)
  const device = [browser ?? 'a browser that does not say its name', system && `on ${system}`]
    .filter(Boolean)
    .join(' ')
  return {
    userId,
    device,
    country: country === 'Unknown' ? 'from an unknown country' : `from ${COUNTRIES.of(country)}`,
    at: clock.date().toUTCString(),
  }
}
