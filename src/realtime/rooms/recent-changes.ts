import { LRUCache } from 'lru-cache'
import { bus } from '#server/platform/bus.ts'
import { isPostRoom, isProfileRoom, postRoom, topicRoom, userRoom } from '../audience.ts'

/** How far back a process knows what has changed, ms. */
const TTL_MS = 60_000
const MAX_ROOMS = 50_000
/** A change may reach the process that answered the page's requests a moment later, ms. */
const MARGIN_MS = 1_000

/**
 * When something last changed that a page can subscribe to. A page that fetched something before it subscribed
 * does not fetch it again when nothing has changed since (LIVE L4).
 */
export interface RecentChanges {
  /** Something has been sent to these rooms, or would have been if they had pages here. */
  note(rooms: readonly string[]): void
  /** Whether the changes in all these rooms are remembered: in those of posts, profiles, the feeds and the blog. */
  knows(rooms: readonly string[]): boolean
  /**
   * For how long nothing has changed in any of these rooms, ms; at most a minute. It also takes
   * a person's room, for changes of whatever is pushed to that person, and of relations and follows.
   */
  quietMs(rooms: readonly string[]): number
  /** Changes may have been missed: nothing is known about the time before now. */
  forget(): void
  stop(): void
}

const FEEDS = [topicRoom('feed'), topicRoom('following')]
const BLOG = [topicRoom('blog'), topicRoom('decrees')]
const KNOWN_TOPICS = [...FEEDS, ...BLOG]

export function rememberChanges(): RecentChanges {
  const changedAt = new LRUCache<string, number>({ max: MAX_ROOMS, ttl: TTL_MS })
  let knownSince = performance.now()
  // What leaves early for want of space is not known any more.
  let evictedAt = 0
  const note = (rooms: readonly string[]) => {
    if (changedAt.size >= MAX_ROOMS) evictedAt = performance.now()
    for (const room of rooms) changedAt.set(room, performance.now())
  }
  const noteBoth = ({ followerId, followeeId }: { followerId: string; followeeId: string }) =>
    note([userRoom(followerId), userRoom(followeeId)])
  // What pushes do not tell, or tell a moment later.
  const stops = [
    bus.onCluster('post:created', () => note(FEEDS)),
    bus.onCluster('post:updated', ({ post }) => note([postRoom(post.id)])),
    bus.onCluster('post:reacted', ({ postId }) => note([postRoom(postId)])),
    bus.onCluster('comment:updated', ({ comment }) => note([postRoom(comment.postId)])),
    bus.onCluster('comment:pooed', ({ postId }) => note([postRoom(postId)])),
    bus.onCluster('user:followed', noteBoth),
    bus.onCluster('user:unfollowed', noteBoth),
    bus.onCluster('relation:changed', ({ userId, otherId }) => note([userRoom(userId), userRoom(otherId)])),
  ]
  return {
    note,
    knows: (rooms) =>
      rooms.length > 0 &&
      rooms.every((room) => isPostRoom(room) || isProfileRoom(room) || KNOWN_TOPICS.includes(room)),
    quietMs(rooms) {
      const last = rooms.map((room) => changedAt.get(room) ?? 0)
      const quiet = performance.now() - Math.max(knownSince, evictedAt, ...last) - MARGIN_MS
      return Math.round(Math.min(TTL_MS, Math.max(0, quiet)))
    },
    forget() {
      knownSince = performance.now()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
