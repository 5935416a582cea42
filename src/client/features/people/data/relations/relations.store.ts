import type { RelationView } from '#contract/people.ts'
import { createStore } from '#client/live/create-store.ts'
import { api } from '#client/live/http.ts'
import { withLatest } from '#client/ui/lru-map.ts'
import { onReset, onResync, type LiveEvent } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'

/** Between the viewer and a person. `blocked`: by either of the two. `follows`: absent until a push says it. */
export interface Relation {
  muted: boolean
  blocked: boolean
  follows?: boolean
}

/** Changed relations kept in memory; the oldest leave first (LIVE L17). */
const MAX_RELATIONS = 1000

/** A write's answer and its push arrive together: one resync serves both. ms. */
const RESYNC_DEBOUNCE_MS = 50

/**
 * Relations that changed since the page was opened, by person. They are laid over what the server answered
 * before: a record of a hidden person stays in its store and shows again when the mute or block ends.
 */
export const useRelations = createStore<{ changed: ReadonlyMap<string, Relation> }>(() => ({
  changed: new Map(),
}))

export const relationTo = (personId: string): Relation | undefined =>
  useRelations.getState().changed.get(personId)

export const isHidden = (relation: Relation | undefined): boolean =>
  relation !== undefined && (relation.muted || relation.blocked)

type Listener = (personId: string, now: Relation) => void
const listeners = new Set<Listener>()

/** Registers what another domain does when a relation changes. */
export const onRelationChange = (listener: Listener): void => void listeners.add(listener)

/**
 * Stores a changed relation. Registered domains hide or restore what they show of the person; everything else
 * on screen is fetched again.
 */
export function applyRelation(personId: string, relation: Relation): void {
  const before = relationTo(personId)
  // A block also ends the follow.
  const now = { ...before, ...relation, ...(relation.blocked && { follows: false }) }
  useRelations.setState(({ changed }) => ({ changed: withLatest(changed, personId, now, MAX_RELATIONS) }))
  for (const listener of listeners) listener(personId, now)
  resyncSoon()
}

let timer: ReturnType<typeof setTimeout> | null = null

// Comments, notifications, profiles and the right to send messages depend on relations too.
function resyncSoon(): void {
  const since = Date.now()
  timer ??= setTimeout(() => {
    timer = null
    void resync({ reason: 'wake', since })
  }, RESYNC_DEBOUNCE_MS)
}

/** The push that a mute or block has ended may be lost: each that holds is read again. */
async function fetchHidden(): Promise<void> {
  const hidden = [...useRelations.getState().changed].filter(([, relation]) => isHidden(relation))
  await Promise.all(
    hidden.map(async ([personId, before]) => {
      const now = await api.get<RelationView>(`/api/users/${personId}/relation`)
      const isSame = before.muted === now.muted && before.blocked === now.blocked
      // A push that arrived meanwhile may be newer.
      if (!isSame && relationTo(personId) === before) applyRelation(personId, now)
    }),
  )
}

onResync('relations', fetchHidden)
onReset(() => useRelations.setState({ changed: new Map() }))

/** A mute or block began or ended, in any tab and by either of the two people (LIVE L19); or a follow of the viewer's. */
export const onRelationUpdated = ({ personId, ...now }: LiveEvent<'relation:updated'>): void =>
  applyRelation(personId, now)
