import { findByClientId, type AttemptPlace } from '#server/platform/mongo/client-ids.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Queued, Written } from './check-spam.ts'
import { QUEUE, queuedOutcome, type QueuedDocument } from './review-queue.model.ts'

interface Kind<D, V> {
  /** Where the published ones are. */
  published: AttemptPlace
  /** What its author gets of a published one. */
  viewOf(viewer: Viewer, document: D): Promise<V>
  /** The 404 for one that was deleted. */
  gone(): Error
}

type Attempted = { readonly clientId?: string | undefined }

/**
 * Returns how to find the result of an earlier attempt with the same clientId (LIVE L5): a published post or
 * comment, or its entry of the review queue, with one command for both. Each throws 404 for one that was
 * deleted, withdrawn or rejected, and answers null when there is none. `within`: the thing that a clientId counts within.
 */
export function earlierAttempts<D, V>({ published, viewOf, gone }: Kind<D, V>) {
  const find = findByClientId<{ published: D; queued: QueuedDocument }>({ published, queued: QUEUE })

  const writtenOf = async (viewer: Viewer, document: D | 'deleted' | null): Promise<Written<V> | null> => {
    if (document === 'deleted') throw gone()
    return document && { view: await viewOf(viewer, document), isNew: false }
  }

  return {
    /** What was published alone. */
    async published(viewer: Viewer, { clientId }: Attempted, within?: string): Promise<Written<V> | null> {
      return clientId ? writtenOf(viewer, (await find(viewer.id, clientId, within)).published) : null
    },
    async outcome(
      viewer: Viewer,
      { clientId }: Attempted,
      within?: string,
    ): Promise<Written<V> | Queued | null> {
      if (!clientId) return null
      const found = await find(viewer.id, clientId, within)
      return (await writtenOf(viewer, found.published)) ?? queuedOutcome(found.queued)
    },
  }
}
