import type { SessionData, Store } from 'express-session'
import { LRUCache } from 'lru-cache'

/** Within this time a session that was ended outside of this process is noticed: as with viewers. */
const FRESH_MS = 5_000

interface Entry {
  readonly loading: Promise<SessionData | null>
}

type Done = (error?: unknown) => void

/**
 * Keeps each session that was just read for a moment, so that a busy person's calls do not cost a read each.
 * What this process changes or ends is forgotten at once, before its store has begun and again when it has
 * finished: a read that runs beside it may answer whoever began before, and nobody after.
 */
export function rememberSessions(store: Store): Store {
  const held = new LRUCache<string, Entry>({ max: 10_000, ttl: FRESH_MS })
  const read = store.get.bind(store)
  const write = store.set.bind(store)
  const end = store.destroy.bind(store)

  function load(id: string): Promise<SessionData | null> {
    const known = held.get(id)
    if (known) return known.loading
    const entry: Entry = {
      loading: new Promise((resolve, reject) =>
        read(id, (error: unknown, session) => (error ? reject(error) : resolve(session ?? null))),
      ),
    }
    held.set(id, entry)
    entry.loading.then(
      // Only what is there is kept: a session may begin at any moment.
      (session) => session ?? drop(id, entry),
      () => drop(id, entry),
    )
    return entry.loading
  }

  const drop = (id: string, entry: Entry) => void (held.peek(id) === entry && held.delete(id))
  const forgetAround = (id: string, work: (done: Done) => void, done?: Done) => {
    held.delete(id)
    work((error) => {
      held.delete(id)
      done?.(error)
    })
  }

  return Object.assign(store, {
    get: (id: string, done: (error: unknown, session?: SessionData | null) => void) =>
      void load(id).then(
        (session) => done(null, session && copyOf(session)),
        (error: unknown) => done(error),
      ),
    set: (id: string, session: SessionData, done?: Done) =>
      forgetAround(id, (then) => write(id, session, then), done),
    destroy: (id: string, done?: Done) => forgetAround(id, (then) => end(id, then), done),
  } satisfies Partial<Store>)
}

// A request writes on its session: it gets one of its own.
const copyOf = (session: SessionData): SessionData => ({
  ...session,
  cookie: Object.assign({}, session.cookie),
  ...(session.passport && { passport: { ...session.passport } }),
})
