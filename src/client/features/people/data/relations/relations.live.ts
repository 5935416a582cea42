import { dropFromLists, restoreToLists } from '#client/features/posts/data/post-lists.store.ts'
import type { ListKey } from '#client/features/posts/data/post-lists.store.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { onLive } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { relationTo, isHidden, takeRelation } from './relations.store.ts'
import type { Relation } from './relations.store.ts'

/** A write's answer and its push come together: what is on screen is asked for once. ms. */
const GATHER = 50

/** A mute, a block or its end, in whatever tab, of whichever of the two (LIVE L19). */
onLive('relation:updated', ({ personId, ...now }) => meet(personId, now))

/**
 * From now on the viewer meets this much of a person: their posts go or come back at once, all else is asked
 * for again.
 */
export function meet(personId: string, now: Relation): void {
  const before = relationTo(personId)
  takeRelation(personId, now)
  const theirs = [...usePostsStore.getState().records.values()]
    .filter(({ authorId }) => authorId === personId)
    .map(({ id }) => id)
  if (isHidden(now)) dropFromLists(theirs, (key) => now.blocked || !isOwnPage(key))
  // A block has ended the follow for good.
  else restoreToLists(theirs, (key) => !(before?.blocked && key === 'following'))
  lookAgain()
}

// What a muted person wrote still stands on their own page.
const isOwnPage = (key: ListKey): boolean => key.startsWith('by:') || key.startsWith('media:')

let soon: ReturnType<typeof setTimeout> | null = null

// Comments, notifications, profiles and who may be written to depend on it too.
function lookAgain(): void {
  const since = Date.now()
  soon ??= setTimeout(() => {
    soon = null
    void resync({ reason: 'wake', since })
  }, GATHER)
}
