import { LRUCache } from 'lru-cache'
import type { PublicPostView } from '#contract/posts.ts'
import { withoutReactionsOf } from '#server/features/posts/posts.present.ts'
import { bus } from '#server/platform/bus.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { LiveSocket } from '../sockets.ts'

/** Longer than a client takes a post for fresh that nobody tells it about, ms. */
const REMEMBERED = 60_000
const MOST = 2_000

/**
 * Posts as they are after the changes of the last minute. Between reading a list and scrolling to a post,
 * nobody tells the page what happens to it (LIVE L13); who begins to watch it is told at once (LIVE L1).
 */
export interface RecentPosts {
  greet(socket: LiveSocket, postIds: readonly string[], viewer: Viewer | null): void
  stop(): void
}

export function rememberPosts(): RecentPosts {
  const recent = new LRUCache<string, PublicPostView>({ max: MOST, ttl: REMEMBERED })
  const stops = [
    bus.onAnywhere('post:updated', ({ post }) => {
      if ((recent.get(post.id)?.rev ?? -1) < post.rev) recent.set(post.id, post)
    }),
    bus.onAnywhere('post:deleted', ({ id }) => void recent.delete(id)),
  ]
  return {
    greet(socket, postIds, viewer) {
      for (const id of postIds) {
        const post = recent.get(id)
        if (!post || viewer?.blocked.has(post.authorId)) continue
        socket.emit('post:updated', { post: viewer ? withoutReactionsOf(post, viewer.blocked) : post })
      }
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
