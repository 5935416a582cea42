import { LRUCache } from 'lru-cache'
import type { PublicPostView } from '#contract/posts.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { withoutReactionsOf } from '#server/features/posts/posts.present.ts'
import { bus } from '#server/platform/bus.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { LiveSocket } from '../sockets.ts'
import { rememberDeletions } from './deletions.ts'

/** Longer than a page trusts a post that it does not watch, ms. */
const TTL_MS = 60_000
const MAX_POSTS = 2_000

/**
 * The posts that changed in the last minute. Between fetching a list and scrolling to a post, a page gets no
 * pushes about it (LIVE L13); when it begins to watch the post, it gets the current state at once (LIVE L1).
 */
export interface RecentPosts {
  sendSnapshot(socket: LiveSocket, postIds: readonly string[], viewer: Viewer | null): void
  stop(): void
}

export function rememberPosts(): RecentPosts {
  const recent = new LRUCache<string, PublicPostView>({ max: MAX_POSTS, ttl: TTL_MS })
  const deletions = rememberDeletions()
  const stops = [
    bus.onCluster('post:updated', ({ post }) => {
      if (!deletions.cover(post) && (recent.get(post.id)?.rev ?? -1) < post.rev) recent.set(post.id, post)
    }),
    bus.onCluster('post:deleted', (deleted) => {
      deletions.note(deleted)
      recent.delete(deleted.id)
    }),
  ]
  return {
    sendSnapshot(socket, postIds, viewer) {
      for (const id of postIds) {
        const post = recent.get(id)
        if (!post || !canSeePost(viewer, post)) continue
        socket.emit('post:updated', { post: viewer ? withoutReactionsOf(post, viewer.blocked) : post })
      }
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
