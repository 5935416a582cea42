import type { SessionData, Store } from 'express-session'
import { createReadCache } from './cache/read-cache.ts'

/** Within this time a session that another process ended is noticed, as with viewers. */
const FRESH_MS = 5_000

type Done = (error?: unknown) => void

/**
 * Caches each session for a moment, so that a busy person's calls do not cost a read each. What this process
 * changes or ends is forgotten before the store begins and again when it has finished: a read that runs
 * meanwhile answers only the calls that began before.
 */
export function rememberSessions(store: Store): Store {
  const read = store.get.bind(store)
  const write = store.set.bind(store)
  const end = store.destroy.bind(store)

  const sessions = createReadCache<SessionData | null>({
    name: 'sessions',
    load: (id) =>
      new Promise((resolve, reject) =>
        read(id, (error: unknown, session) => (error ? reject(error) : resolve(session ?? null))),
      ),
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

  return Object.assign(store, {
    get: (id: string, done: (error: unknown, session?: SessionData | null) => void) =>
      void sessions.get(id).then(
        (session) => done(null, session && copySession(session)),
        (error: unknown) => done(error),
      ),
    set: (id: string, session: SessionData, done?: Done) =>
      forgetAround(id, (then) => write(id, session, then), done),
    destroy: (id: string, done?: Done) => forgetAround(id, (then) => end(id, then), done),
  } satisfies Partial<Store>)
}

/** A request changes its session: it gets a copy. */
export const copySession = (session: SessionData): SessionData => ({
  ...session,
  cookie: Object.assign({}, session.cookie),
  ...(session.passport && { passport: { ...session.passport } }),
})
