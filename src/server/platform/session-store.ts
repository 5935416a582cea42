import MongoStore from 'connect-mongo'
import type { RequestHandler } from 'express'
import session, { type SessionData } from 'express-session'
import mongoose from 'mongoose'
import { batchReads } from './cache/batched-reads.ts'
import { createReadCache } from './cache/read-cache.ts'
import { clock } from './clock.ts'
import { config } from './config.ts'
import { busy } from './errors.ts'
import { groupWrites } from './group-commit.ts'
import { handlers } from './handlers.ts'
import { keysFor } from './keys.ts'
import { logger } from './logger.ts'
import { isStoreAway, STORE_RETRY_SECONDS } from './mongo/store-watch.ts'
import { transact } from './mongo/transaction.ts'
import { IDLE_MS, SESSION_COOKIE, SESSION_COOKIE_ATTRIBUTES, SESSIONS, type SessionRow } from './session.ts'

const NOTE_USE_EVERY_MS = 600_000

const collection = () => mongoose.connection.collection<SessionRow>(SESSIONS)
// Everybody comes back at once after a restart: sessions are read together, and their uses are written together.
const loadRow = batchReads<SessionRow>({
  max: 200,
  async load(ids) {
    const rows = collection().find({ _id: { $in: [...ids] }, expires: { $gt: clock.date() } })
    return new Map((await rows.toArray()).map((row) => [row._id, row]))
  },
})

const seers = handlers<(userIds: readonly string[]) => Promise<void>>()
/** Registers what notes that people are here, to ten minutes. */
export const onSeen = seers.add

// A session that ends meanwhile stays ended.
const writeUses = groupWrites<SessionRow, void>({
  async write(_key, used) {
    const times = { lastModified: clock.date(), expires: new Date(clock.now() + IDLE_MS) }
    await collection().updateMany({ _id: { $in: used.map(({ _id }) => _id) } }, { $set: times })
    for (const seen of seers) await seen(used.flatMap(({ session: { passport } }) => passport?.user ?? []))
    return used.map(() => ({ result: undefined }))
  },
})

/** Notes a use, not more often than every ten minutes: reads must not cause writes. The request does not wait. */
function recordUse(row: SessionRow): void {
  const now = clock.date()
  if (now.getTime() - (row.lastModified?.getTime() ?? 0) < NOTE_USE_EVERY_MS) return
  row.lastModified = now // it may be cached
  writeUses('', row).catch((err: unknown) => logger.warn({ err }, 'a use of a session could not be noted'))
}

type Done = (error?: unknown) => void

/** Reads and ends sessions and notes their uses; connect-mongo writes them. */
export class SessionStore extends session.Store {
  readonly #written = MongoStore.create({
    client: mongoose.connection.getClient(),
    dbName: mongoose.connection.name,
    collectionName: SESSIONS,
    ttl: IDLE_MS / 1000,
    touchAfter: NOTE_USE_EVERY_MS / 1000, // with it connect-mongo writes `lastModified` with each change
    stringify: false,
  })
  // A session that another process ended is noticed within this time, as with viewers. An absent one may begin.
  readonly #cached = createReadCache<SessionRow | undefined>({
    name: 'sessions',
    load: loadRow,
    max: 10_000,
    freshMs: 5_000,
    keep: (row) => row !== undefined,
  })
  // With Redis there are other processes: a log-out there must take effect here at once.
  readonly read = config.REDIS_URL ? loadRow : (id: string) => this.#cached.get(id)

  override get(id: string, done: (error: unknown, data?: SessionData | null) => void): void {
    this.read(id).then((row) => {
      if (row) recordUse(row)
      done(null, row ? copyOf(row.session) : null)
    }, done)
  }

  override set(id: string, data: SessionData, done?: Done): void {
    this.#written.set(id, data, this.#forgetThen(id, done))
  }

  // A transaction asks for its outcome when the store's answer is lost: a caller that tried again would find no
  // session, and what follows an end, as its line in the security log, would be missing.
  override destroy(id: string, done?: Done): void {
    const forgotten = this.#forgetThen(id, done)
    transact(({ session }) => collection().deleteOne({ _id: id }, { session })).then(
      () => forgotten(),
      forgotten,
    )
  }

  // A read that is under way at that moment is not cached.
  #forgetThen(id: string, done?: Done): Done {
    return (error) => {
      this.#cached.forget(id)
      done?.(error)
    }
  }
}

/** The row may be cached. With `expires` in the cookie, express-session would store a past end in an old session. */
const copyOf = ({ cookie, passport, ...data }: SessionData): SessionData => ({
  ...data,
  cookie: Object.assign({}, cookie, { expires: null }),
  ...(passport && { passport: { ...passport } }),
})

/** Sessions are in the store: a restart logs nobody out. Needs the connection. `read` does not count as a use. */
export function createSessions() {
  const store = new SessionStore()
  const sessions = session({
    name: SESSION_COOKIE,
    secret: [...keysFor('cookies')],
    store,
    resave: false,
    saveUninitialized: false,
    cookie: SESSION_COOKIE_ATTRIBUTES,
  })
  // Only the store knows whose a session is: while it is away, requests fail at once instead of waiting for it.
  const middleware: RequestHandler = (req, res, next) =>
    isStoreAway() ? next(busy(STORE_RETRY_SECONDS)) : void sessions(req, res, next)
  return { middleware, read: async (id: string) => (await store.read(id))?.session ?? null }
}
