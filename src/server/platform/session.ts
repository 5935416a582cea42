import type { Device } from '#contract/analytics.ts'
import { DAY } from '#server/platform/durations.ts'
import type { Request, Response } from 'express'
import type { SessionData } from 'express-session'
import mongoose from 'mongoose'
import { batchReads } from './cache/batched-reads.ts'
import { clock } from './clock.ts'
import { COOKIE_ATTRIBUTES, cookieOf, secureSite } from './cookies.ts'
import type { Viewer } from './viewer.ts'

// The fields that platform reads. A domain declares its own beside their use.
declare module 'express-session' {
  interface SessionData {
    /** Time of the log-in, epoch ms: a session ends 30 days later, however active. */
    startedAt?: number
    /** Time of the last proof of identity after the log-in, epoch ms. */
    provenAt?: number
    /** The person's epoch at the log-in; a session with an older one is invalid (SECURITY, Session). */
    epoch?: number
    /** The public name of the session: it stays when the id changes, and gives no access. */
    name?: string
    /** The device, for the person's own list; no address is stored. */
    device?: { kind: Device; browser: string | null; system: string | null; country: string }
    /** Whether the session began with a second factor, or has set one up: an admin needs it (admin-door.ts). */
    secondFactor?: boolean
    passport?: { user?: string }
  }
}

/** A session as connect-mongo stores it. `lastModified`: its last use, to ten minutes. */
export interface SessionRow {
  readonly _id: string
  readonly session: SessionData
  lastModified?: Date
  readonly expires: Date
}

/** `__Host-` ties the cookie to this exact host; browsers allow it on HTTPS only. */
export const SESSION_COOKIE = secureSite ? '__Host-sid' : 'sid'
/** The collection of sessions. */
export const SESSIONS = 'sessions'
/** A session ends after so long without a use, ms. */
export const IDLE_MS = 7 * DAY
const MAX_AGE_MS = 30 * DAY
export const SESSION_COOKIE_ATTRIBUTES = { ...COOKIE_ATTRIBUTES, maxAge: IDLE_MS }

/**
 * Sends the cookie again with its full idle time: every document does, and every question who is signed in, which an
 * open page asks. The stored session is not touched: that could bring back one that is being logged out.
 */
export function renewCookie(req: Request, res: Response): void {
  const cookie = cookieOf(req, SESSION_COOKIE)
  if (cookie !== undefined) res.cookie(SESSION_COOKIE, decodeURIComponent(cookie), SESSION_COOKIE_ATTRIBUTES)
}

/** Whether a session is still valid, for requests and sockets: no older epoch, not older than 30 days. */
export const sessionIsCurrent = (
  { startedAt, epoch }: Pick<SessionData, 'startedAt' | 'epoch'>,
  viewer: Pick<Viewer, 'sessionEpoch'>,
): boolean => epoch === viewer.sessionEpoch && startedAt !== undefined && clock.now() - startedAt < MAX_AGE_MS

/** A session that is valid now: its public name, and its device. */
export type CurrentSession = Required<Pick<SessionData, 'name'>> & Pick<SessionData, 'device'>

/** The sessions in which a person is signed in. */
export async function currentSessionsOf(
  viewer: Pick<Viewer, 'id' | 'sessionEpoch'>,
): Promise<CurrentSession[]> {
  const rows = (await sessionsOfPerson(viewer.id)) ?? []
  return rows.flatMap(({ session: { name, device, ...dates } }) =>
    name !== undefined && sessionIsCurrent(dates, viewer) ? [{ name, ...(device && { device }) }] : [],
  )
}

// Pushes to many people are sent at the same moment.
const sessionsOfPerson = batchReads<SessionRow[]>({
  max: 200,
  async load(userIds) {
    const rows = await mongoose.connection
      .collection<SessionRow>(SESSIONS)
      .find({ 'session.passport.user': { $in: [...userIds] }, expires: { $gt: clock.date() } })
      .toArray()
    return Map.groupBy(rows, ({ session: { passport } }) => passport!.user!)
  },
})
