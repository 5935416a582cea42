import MongoStore from 'connect-mongo'
import type { Device } from '#contract/analytics.ts'
import type { Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import mongoose from 'mongoose'
import { batchReads } from './cache/batched-reads.ts'
import { config } from './config.ts'
import { groupWrites } from './group-commit.ts'
import { handlers } from './handlers.ts'
import { keysFor } from './keys.ts'
import { busy } from './errors.ts'
import { isStoreAway, STORE_RETRY_SECONDS } from './mongo/store-watch.ts'
import { logger } from './logger.ts'
import {
  besideItsPerson,
  getWith,
  rememberSessions,
  type ReadSession,
  type StoredSession,
} from './remembered-sessions.ts'
import { cookieOf } from './signed-cookie.ts'
import type { Viewer } from './viewer.ts'
import { clock } from './clock.ts'

const DAY = 24 * 3600

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
    /**
     * Whether the session began with a second factor, or has set one up: an admin needs it (admin-door.ts).
     */
    secondFactor?: boolean
    /** passport's user. */
    passport?: { user?: string }
  }
}

/** `__Host-` ties the cookie to this exact host; browsers allow it on HTTPS only. */
export const secureSite = config.PUBLIC_URL.startsWith('https:')
export const SESSION_COOKIE = secureSite ? '__Host-sid' : 'sid'
export const COOKIE_ATTRIBUTES = { httpOnly: true, sameSite: 'lax', secure: secureSite, path: '/' } as const
export const SESSION_LIFETIME = { idleSeconds: 7 * DAY, mostMilliseconds: 30 * DAY * 1000 } as const

/**
 * Sends the cookie again with its full idle time, so that a visit within 7 days keeps a person signed in. Every
 * document of a signed-in person does so, and every question who is signed in: a page that stays open asks it. The
 * stored session is not touched: that could bring back one that is being logged out.
 */
export function renewCookie(req: Request, res: Response): void {
  const cookie = cookieOf(req, SESSION_COOKIE)
  if (cookie === undefined) return
  const value = decodeURIComponent(cookie)
  res.cookie(SESSION_COOKIE, value, { ...COOKIE_ATTRIBUTES, maxAge: SESSION_LIFETIME.idleSeconds * 1000 })
}

/**
 * Whether a session is still valid: no older epoch, not older than 30 days. The same rule for requests and
 * sockets.
 */
export const sessionIsCurrent = (
  { startedAt, epoch }: Pick<session.SessionData, 'startedAt' | 'epoch'>,
  viewer: Pick<Viewer, 'sessionEpoch'>,
): boolean =>
  epoch === viewer.sessionEpoch &&
  startedAt !== undefined &&
  clock.now() - startedAt < SESSION_LIFETIME.mostMilliseconds

const COLLECTION = 'sessions'

/** Ends every session of a person in the store; `session:ended` closes their sockets and clears caches. */
export async function removeSessionsOf(userId: string): Promise<void> {
  await mongoose.connection.collection(COLLECTION).deleteMany({ 'session.passport.user': userId })
}

/** A session that is valid now: its public name, and its device. */
export type CurrentSession = Required<Pick<session.SessionData, 'name'>> & Pick<session.SessionData, 'device'>

/** The sessions in which a person is signed in. */
export async function currentSessionsOf(
  viewer: Pick<Viewer, 'id' | 'sessionEpoch'>,
): Promise<CurrentSession[]> {
  const rows = (await sessionsOfPerson(viewer.id)) ?? []
  return rows.flatMap(({ session: { name, device, ...dates } }) =>
    name !== undefined && sessionIsCurrent(dates, viewer) ? [{ name, ...(device && { device }) }] : [],
  )
}

const sessionsOfPerson = batchReads<SessionRow[]>({
  max: 200,
  async load(userIds) {
    const rows = await mongoose.connection
      .collection<SessionRow>(COLLECTION)
      .find({ 'session.passport.user': { $in: [...userIds] }, expires: { $gt: clock.date() } })
      .toArray()
    return Map.groupBy(rows, ({ session: { passport } }) => passport!.user!)
  },
})

interface SessionRow {
  readonly _id: string
  readonly session: session.SessionData
  readonly lastModified?: Date
  readonly expires?: Date
}

/** Like connect-mongo, which reads each session alone. */
const readSession = batchReads<StoredSession>({
  max: 200,
  async load(ids) {
    const rows = await mongoose.connection
      .collection<SessionRow>(COLLECTION)
      .find({ _id: { $in: ids }, expires: { $gt: clock.date() } })
      .toArray()
    return new Map(rows.map(({ _id, session: data, lastModified }) => [_id, { data, lastModified }]))
  },
})

/** A session that is used without changes is written at most this often: reads must not cause writes. */
const NOTE_USE_EVERY_MS = 600_000

/**
 * Notes that a session is used: its idle time begins again, and the list of sessions shows it. The request does
 * not wait for that. A session that ends meanwhile stays ended.
 */
function noteUse(id: string, session: StoredSession): void {
  const userId = session.data.passport?.user
  const now = clock.date()
  if (now.getTime() - (session.lastModified?.getTime() ?? 0) < NOTE_USE_EVERY_MS) return
  // It may be cached: the next request does not write it again.
  session.lastModified = now
  writeUses('', { id, userId }).catch((error: unknown) =>
    logger.warn({ err: error }, 'the use of a session could not be noted'),
  )
}

const seers = handlers<(userIds: readonly string[]) => Promise<void>>()

/** Registers what notes that people are here, to ten minutes. */
export const onSeen = seers.add

/** Everybody comes back at once after a restart: sessions that are used at the same time are written together. */
const writeUses = groupWrites<{ id: string; userId: string | undefined }, void>({
  async write(_key, uses) {
    const now = clock.now()
    const used = { lastModified: new Date(now), expires: new Date(now + SESSION_LIFETIME.idleSeconds * 1000) }
    await mongoose.connection
      .collection<SessionRow>(COLLECTION)
      .updateMany({ _id: { $in: uses.map(({ id }) => id) } }, { $set: used })
    const userIds = uses.flatMap(({ userId }) => userId ?? [])
    for (const seen of seers) await seen(userIds)
    return uses.map(() => ({ result: undefined }))
  },
})

/**
 * Sessions are in the store, so that a restart logs nobody out. Needs the connection; called once by main.
 * `readPerson` reads the person of a session, from a cache or the store. `read` reads a session without using
 * it.
 */
export function createSessions(readPerson: (userId: string) => Promise<unknown>): {
  middleware: RequestHandler
  read: ReadSession
} {
  const kept = MongoStore.create({
    client: mongoose.connection.getClient(),
    dbName: mongoose.connection.name,
    collectionName: COLLECTION,
    ttl: SESSION_LIFETIME.idleSeconds,
    // With it connect-mongo writes `lastModified` with each change.
    touchAfter: NOTE_USE_EVERY_MS / 1000,
    stringify: false,
    autoRemove: 'native',
  })
  const readWithPerson = besideItsPerson(readSession, readPerson)
  // With Redis there are other processes: a log-out there must take effect here at once.
  const read = config.REDIS_URL ? readWithPerson : rememberSessions(kept, readWithPerson)
  const sessions = session({
    name: SESSION_COOKIE,
    secret: [...keysFor('cookies')],
    // Without `touch`, which express-session would call at the end of each request.
    store: Object.assign(kept, { get: getWith(read, noteUse), touch: undefined }),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...COOKIE_ATTRIBUTES, maxAge: SESSION_LIFETIME.idleSeconds * 1000 },
  })
  // Only the store knows who a session belongs to. While it is away requests fail at once instead of waiting
  // for it.
  const middleware: RequestHandler = (req, res, next) =>
    isStoreAway() ? next(busy(STORE_RETRY_SECONDS)) : void sessions(req, res, next)
  return { middleware, read }
}
