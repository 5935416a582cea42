import type { Request, Response } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { SessionView } from '#contract/account.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { bus } from '#server/platform/bus.ts'
import { forbidden, unauthorised } from '#server/platform/errors.ts'
import { noteSecurity } from '#server/platform/security-events.ts'
import {
  COOKIE_ATTRIBUTES,
  SESSION_COOKIE,
  SESSION_LIFETIME,
  sessionIsCurrent,
} from '#server/platform/session.ts'
import { currentUser, noteLogin, type Proven } from '#server/features/people/users/accounts.service.ts'
import { deviceOfPerson, rememberDevice, describeDevice, aboutDevice, postNewDevice } from './devices.ts'
import { forgetViewer, loadViewer } from '#server/features/people/users/viewers.service.ts'
import { randomBytes } from 'node:crypto'
import passport from 'passport'
import { asSessionAllows } from '#server/platform/admin-door.ts'

interface Beginning {
  /** By an account that was opened a moment ago. */
  registered?: boolean
  /** A second factor was shown. */
  secondFactor?: boolean
}

/**
 * Signs the person in on a session of a new id, whatever the browser brought along (SECURITY, Session). Tells
 * them by mail where it is a device they were never seen on.
 */
export async function beginSession(
  req: Request,
  { id, sessionEpoch }: Proven,
  { registered = false, secondFactor = false }: Beginning = {},
): Promise<void> {
  // A session of an epoch that has just passed elsewhere would end as soon as it is noticed.
  forgetViewer(id)
  const viewer = await loadViewer(id)
  // The password may have been replaced since it was looked at.
  if (viewer?.sessionEpoch !== sessionEpoch) throw unauthorised(MESSAGES.badCredentials)
  if (viewer.banned) noteSecurity({ event: 'login', outcome: 'refused', userId: id, req })
  if (viewer.banned) throw forbidden(MODERATION_MESSAGES.banned)
  const replaced = { userId: req.user?.id, sessionId: req.sessionID }
  await enter(req, viewer)
  if (secondFactor) req.session.secondFactor = true
  const isNewDevice = deviceOfPerson(req, id) === null
  rememberDevice(req, { id, sessionEpoch })
  const { hadDevice } = await noteLogin(id)
  // Nobody is told of their first known device: it is the one they registered on, or the first after an
  // upgrade.
  if (isNewDevice && hadDevice && !registered) await postNewDevice(aboutDevice(id, req))
  if (replaced.userId)
    bus.emit('session:ended', { userId: replaced.userId, sessionId: replaced.sessionId, reason: 'logout' })
  noteSecurity({ event: registered ? 'registration' : 'login', outcome: 'done', userId: id, req })
  bus.emit('session:began', { userId: id })
}

/** Passport gives the session a new id, and stores it. */
const enter = (req: Request, viewer: Viewer) =>
  new Promise<void>((resolve, reject) =>
    req.logIn(viewer, (error?: Error) => (error ? reject(error) : resolve())),
  )

/**
 * The session goes on under a new id and the person's new epoch, its pages with it: whoever has got hold of
 * the old cookie is outside. For after the other sessions have been ended. `secondFactor`: whether it has one
 * from now on.
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
  // It is no younger for it, and called the same.
  Object.assign(req.session, {
    startedAt,
    name,
    ...(provenAt !== undefined && { provenAt }),
    ...(secondFactor && { secondFactor }),
  })
  await saveSession(req)
  bus.emit('session:renewed', { userId: id, from, to: req.sessionID })
}

/**
 * Writes the session at once, for answers that lead elsewhere before the end of the request would write it.
 */
export const saveSession = (req: Request) =>
  new Promise<void>(
    (resolve, reject) => void req.session.save((error?: Error) => (error ? reject(error) : resolve())),
  )

/** What a log-in answers. */
export async function sessionView(userId: string): Promise<SessionView> {
  const user = await currentUser(userId)
  if (!user) throw unauthorised()
  return { user }
}

/** Removes the session from the store, so that its cookie is worth nothing, then tells its sockets. */
export async function endSession(req: Request): Promise<void> {
  const { user, sessionID } = req
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error?: Error) => (error ? reject(error) : resolve())),
  )
  if (!user) return
  noteSecurity({ event: 'logout', outcome: 'done', userId: user.id, req })
  bus.emit('session:ended', { userId: user.id, sessionId: sessionID, reason: 'logout' })
}

/**
 * Sends the cookie again with its full idle time: whoever comes by within 7 days stays signed in. Each page
 * asks once who is here, which is often enough; changing the session for it could bring back one that is
 * being logged out.
 */
export function keepCookie(req: Request, res: Response): void {
  const held = req.headers.cookie?.split('; ').find((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
  if (!held) return
  const value = decodeURIComponent(held.slice(SESSION_COOKIE.length + 1))
  res.cookie(SESSION_COOKIE, value, { ...COOKIE_ATTRIBUTES, maxAge: SESSION_LIFETIME.idleSeconds * 1000 })
}

/** Teaches passport whom a session belongs to: the id is kept, the viewer is loaded anew on each request. */
export function installPassport(): void {
  passport.serializeUser(
    (req: Request, viewer: Express.User, done: (error: unknown, id?: string) => void) => {
      // The session is a new one here: passport has just changed its id.
      req.session.startedAt = Date.now()
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
