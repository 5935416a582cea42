import MongoStore from 'connect-mongo'
import type { Device } from '#contract/analytics.ts'
import type { RequestHandler } from 'express'
import session from 'express-session'
import mongoose from 'mongoose'
import { config } from './config.ts'
import { keysFor } from './keys.ts'
import { busy } from './errors.ts'
import { isStoreAway, STORE_RETRY } from './mongo/store-watch.ts'
import { rememberSessions } from './remembered-sessions.ts'
import type { Viewer } from './viewer.ts'

const DAY = 24 * 3600

// What platform itself reads. A domain declares what it keeps in a session beside its use.
declare module 'express-session' {
  interface SessionData {
    /** Epoch milliseconds of the log-in: a session ends 30 days after it, however busy. */
    startedAt?: number
    /** Epoch milliseconds of the last time the person proved who they are, after the log-in. */
    provenAt?: number
    /** The person's epoch at log-in; all sessions of an older epoch are over (SECURITY, Session). */
    epoch?: number
    /** What the session is called outside: it stays when the id changes, and opens nothing. */
    name?: string
    /** What signed in, for the person's own list; no address is kept. */
    device?: { kind: Device; browser: string | null; system: string | null; country: string }
    /**
     * Whether a second factor stood at its beginning, or was set up in it: without one an admin's crown waits
     * (admin-door.ts).
     */
    secondFactor?: boolean
    /** passport's note of who is signed in. */
    passport?: { user?: string }
  }
}

/** `__Host-` pins the cookie to this exact host, which browsers allow on HTTPS only. */
export const secureSite = config.PUBLIC_URL.startsWith('https:')
export const SESSION_COOKIE = secureSite ? '__Host-sid' : 'sid'
export const COOKIE_ATTRIBUTES = { httpOnly: true, sameSite: 'lax', secure: secureSite, path: '/' } as const
export const SESSION_LIFETIME = { idleSeconds: 7 * DAY, mostMilliseconds: 30 * DAY * 1000 } as const

/**
 * Whether a session still speaks for its person: no older epoch, not past its 30 days. Requests and sockets
 * ask the same.
 */
export const sessionIsCurrent = (
  { startedAt, epoch }: Pick<session.SessionData, 'startedAt' | 'epoch'>,
  viewer: Pick<Viewer, 'sessionEpoch'>,
): boolean =>
  epoch === viewer.sessionEpoch &&
  startedAt !== undefined &&
  Date.now() - startedAt < SESSION_LIFETIME.mostMilliseconds

const COLLECTION = 'sessions'

/**
 * Ends every session of a person in the store; their sockets and what is remembered of them is told by
 * `session:ended`.
 */
export async function removeSessionsOf(userId: string): Promise<void> {
  await mongoose.connection.collection(COLLECTION).deleteMany({ 'session.passport.user': userId })
}

/** Sessions live in the store, so that a restart logs nobody out. Needs the connection; made once by main. */
export function createSessions(): { middleware: RequestHandler; store: session.Store } {
  const kept = MongoStore.create({
    client: mongoose.connection.getClient(),
    dbName: mongoose.connection.name,
    collectionName: COLLECTION,
    ttl: SESSION_LIFETIME.idleSeconds,
    // Written at most every ten minutes while nothing changes: reads must not cost writes. The list of
    // sessions is as exact.
    touchAfter: 600,
    stringify: false,
    autoRemove: 'native',
  })
  // With Redis there are other processes: a log-out there has to hold here at once.
  const store = config.REDIS_URL ? kept : rememberSessions(kept)
  const sessions = session({
    name: SESSION_COOKIE,
    secret: [...keysFor('cookies')],
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...COOKIE_ATTRIBUTES, maxAge: SESSION_LIFETIME.idleSeconds * 1000 },
  })
  // Who somebody is only the store knows. While it is away they are told at once, instead of waiting for it
  // by the hundred.
  const middleware: RequestHandler = (req, res, next) =>
    isStoreAway() ? next(busy(STORE_RETRY)) : void sessions(req, res, next)
  return { middleware, store }
}
