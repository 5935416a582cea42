import { LRUCache } from 'lru-cache'
import type { Viewer } from '#server/platform/viewer.ts'
import { hiddenPeople } from '#server/features/people/relations/hidden-people.service.ts'
import { mustConfirm } from './address-confirmation.service.ts'
import { UserModel, type UserRecord } from './users.model.ts'

/** Within this time a change made outside of this process (an admin granted by the script) is noticed. */
const FRESH_MS = 5_000

interface Entry {
  readonly loading: Promise<Viewer | null>
}

// Weighed by the people each viewer hides, so that a much-blocked person does not fill the memory (LIVE L17).
const cache = new LRUCache<string, Entry>({ max: 10_000, maxSize: 500_000, ttl: FRESH_MS })

/**
 * Who is asking, from the cache or the store; null when there is no such account. Callers at the same moment
 * share one read.
 */
export function loadViewer(id: string): Promise<Viewer | null> {
  const held = cache.get(id)
  if (held) return held.loading
  const entry = { loading: readViewer(id) }
  cache.set(id, entry, { size: 1 })
  entry.loading.then(
    (viewer) => weigh(id, entry, viewer),
    () => drop(id, entry),
  )
  return entry.loading
}

/** The next request of this person reads the store. What is being read at this moment is not kept either. */
export const forgetViewer = (id: string): void => void cache.delete(id)

function weigh(id: string, entry: Entry, viewer: Viewer | null): void {
  if (cache.peek(id) !== entry || !viewer) return
  const size = 1 + viewer.blocked.size + viewer.muted.size
  const ttl = cache.getRemainingTTL(id)
  cache.delete(id)
  if (ttl > 0) cache.set(id, entry, { size, ttl })
}

function drop(id: string, entry: Entry): void {
  if (cache.peek(id) === entry) cache.delete(id)
}

const FIELDS = {
  handle: 1,
  displayName: 1,
  avatarUrl: 1,
  isAdmin: 1,
  sessionEpoch: 1,
  quiet: 1,
  consents: 1,
  suspendedUntil: 1,
  bannedAt: 1,
  unconfirmed: 1,
} as const

async function readViewer(id: string): Promise<Viewer | null> {
  const [user, hidden] = await Promise.all([
    UserModel.findById(id, FIELDS).lean<UserRecord>(),
    hiddenPeople(id),
  ])
  if (!user) return null
  const {
    handle,
    displayName,
    avatarUrl,
    isAdmin,
    sessionEpoch,
    quiet = [],
    consents,
    suspendedUntil,
    bannedAt,
  } = user
  return {
    id,
    handle,
    displayName,
    avatarUrl,
    isAdmin,
    isCounted: Boolean(consents?.analytics),
    sessionEpoch,
    quiet,
    suspendedUntil: suspendedUntil?.getTime() ?? null,
    banned: bannedAt != null,
    mustConfirm: mustConfirm(user),
    ...hidden,
  }
}
