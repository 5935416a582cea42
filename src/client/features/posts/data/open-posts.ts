import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { ApiError } from '#client/live/http.ts'
import { onResync } from '#client/live/registry.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { fetchPost } from './posts.api.ts'
import { applyPosts, forgetPost, freshAsOf, retainPosts } from './posts.store.ts'

/** Posts on screen outside of lists, with the number of components that show each. */
const open = new Map<string, number>()

/**
 * While it is open, the post takes part in every resync by itself (on its own page, or as a card outside of a
 * list).
 */
export function openPost(id: string): () => void {
  open.set(id, (open.get(id) ?? 0) + 1)
  return () => {
    const left = (open.get(id) ?? 1) - 1
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
}

retainPosts(() => open.keys())

// Right after `ready` not those that are known to be unchanged (LIVE L4).
onResync('posts', async ({ reason }) => {
  const isCurrent = (id: string) => reason === 'ready' && isUnchangedSince(`post:${id}`, freshAsOf(id))
  await Promise.all([...open.keys()].filter((id) => !isCurrent(id)).map(refreshPost))
})

/** The server pushes changes of the post from now on. */
export const postWatched = (id: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => freshAsOf(id),
    () => refreshPost(id),
  )

/** Fetches one post again; one that the server no longer shows is removed. Throws other errors. */
export async function refreshPost(id: string): Promise<void> {
  const askedAt = Date.now()
  try {
    applyPosts([await fetchPost(id)], askedAt)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    forgetPost(id)
  }
}
