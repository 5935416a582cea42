import type { SessionData, Store } from 'express-session'
import { LRUCache } from 'lru-cache'
import { createReadCache } from './cache/read-cache.ts'

/** Within this time a session that another process ended is noticed, as with viewers. */
const FRESH_MS = 5_000

type Done = (error?: unknown) => void
/** A session as the store has it. */
export interface StoredSession {
  readonly data: SessionData
  /** When a request last used it, to ten minutes. */
  lastModified: Date | undefined
}
/** Reads a session; undefined or null when there is none. */
export type ReadSession = (id: string) => Promise<StoredSession | null | undefined>

/**
 * A read that caches each session for a moment, so that a busy person's calls do not cost a read each. What this
 * process changes or ends in `store` is forgotten before the store begins and again when it has finished: a read
 * that runs meanwhile answers only the calls that began before.
 */
export function rememberSessions(store: Store, read: ReadSession): ReadSession {
  const write = store.set.bind(store)
  const end = store.destroy.bind(store)

  const sessions = createReadCache<StoredSession | null>({
    name: 'sessions',
    load: async (id) => (await read(id)) ?? null,
    max: 10_000,
    freshMs: FRESH_MS,
    // An absent session is not cached: it may begin at any moment.
    keep: (session) => session !== null,
  })

  const forgetAround = (id: string, work: (done: Done) => void, done?: Done) => {
    sessions.forget(id)
    work((error) => {
      sessions.forget(id)
      done?.(error)
    })
  }

  Object.assign(store, {
    set: (id: string, session: SessionData, done?: Done) =>
      forgetAround(id, (then) => write(id, session, then), done),
    destroy: (id: string, done?: Done) => forgetAround(id, (then) => end(id, then), done),
  } satisfies Partial<Store>)
  return (id) => sessions.get(id)
}

/** Sessions whose person is remembered (LIVE L17). */
const MAX_OWNERS = 10_000

/**
 * Reads a session, and at the same time the person whose it was when it was last read: both need the store, and
 * the request wants both. Only a hint: whose it is now, the session says.
 */
export function besideItsPerson(
  read: ReadSession,
  readPerson: (userId: string) => Promise<unknown>,
): ReadSession {
  const owners = new LRUCache<string, string>({ max: MAX_OWNERS })
  return async (id) => {
    const owner = owners.get(id)
    // The request reads the person itself and meets the error.
    if (owner !== undefined) void readPerson(owner).catch(() => undefined)
    const session = await read(id)
    const user = session?.data.passport?.user
    if (user === undefined) owners.delete(id)
    else owners.set(id, user)
    return session
  }
}

/**
 * A store's `get`, for a request, which uses the session and may change it: it gets a copy. `noteUse` gets the
 * original.
 */
export const getWith =
  (read: ReadSession, noteUse: (id: string, session: StoredSession) => void): Store['get'] =>
  (id, done) =>
    void read(id).then(
      (session) => {
        if (session) noteUse(id, session)
        done(null, session && copyOf(session.data))
      },
      (error: unknown) => done(error),
    )

/**
 * The copy's cookie has no `expires`. With one, express-session compares the session once more in each request, to
 * send the cookie again after a change. `renewCookie` sends it instead.
 */
const copyOf = (session: SessionData): SessionData => ({
  ...session,
  cookie: Object.assign({}, session.cookie, { expires: null }),
  ...(session.passport && { passport: { ...session.passport } }),
})
