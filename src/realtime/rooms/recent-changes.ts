import { LRUCache } from 'lru-cache'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import {
  isPostRoom,
  isProfileRoom,
  listSubscribersOf,
  postRoom,
  topicRoom,
  userIdOf,
  userRoom,
} from '../audience.ts'

/** How far back is known what has changed, ms. */
export const CHANGES_KEPT_MS = 60_000
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
  quietMs(rooms: readonly string[]): Promise<number>
  /** Changes may have been missed: nothing is known about the time before now. */
  forget(): void
  stop(): void
}

const FEEDS = [topicRoom('feed'), topicRoom('following')]
const BLOG = [topicRoom('blog'), topicRoom('decrees')]
const KNOWN_TOPICS = [...FEEDS, ...BLOG]

/** Whether `quietMs` may be asked about this room. */
export const isRemembered = (room: string): boolean =>
  userIdOf(room) !== null || isPostRoom(room) || isProfileRoom(room) || KNOWN_TOPICS.includes(room)

/** `untoldFor`: for how long the other processes have told no change in these rooms, ms. */
export function rememberChanges(untoldFor?: (rooms: readonly string[]) => Promise<number>): RecentChanges {
  const changedAt = new LRUCache<string, number>({ max: MAX_ROOMS, ttl: CHANGES_KEPT_MS })
  let knownSince = performance.now()
  // What leaves early for want of space is not known any more.
  let evictedAt = 0
  const note = (rooms: readonly string[]) => {
    if (changedAt.size >= MAX_ROOMS) evictedAt = performance.now()
    for (const room of rooms) changedAt.set(room, performance.now())
  }
  // What pushes do not tell, or tell a moment later.
  const follow = <N extends keyof DomainEvents>(
    name: N,
    roomsOf: (payload: DomainEvents[N]) => readonly string[],
  ) => bus.onCluster(name, (payload) => note(roomsOf(payload)), roomsOf)
  const bothOf = ({ followerId, followeeId }: { followerId: string; followeeId: string }) => [
    userRoom(followerId),
    userRoom(followeeId),
  ]
  const stops = [
    follow('post:created', () => FEEDS),
    follow('post:updated', ({ post }) => [postRoom(post.id)]),
    follow('post:deleted', (post) => listSubscribersOf(post).rooms),
    follow('comment:updated', ({ comment }) => [postRoom(comment.postId)]),
    follow('comment:deleted', ({ postId }) => [postRoom(postId)]),
    follow('viewer:updated', ({ user }) => [userRoom(user.id)]),
    follow('user:followed', bothOf),
    follow('user:unfollowed', bothOf),
    follow('relation:changed', ({ userId, otherId }) => [userRoom(userId), userRoom(otherId)]),
  ]
  return {
    note,
    knows: (rooms) => rooms.length > 0 && rooms.every(isRemembered),
    async quietMs(rooms) {
      const last = rooms.map((room) => changedAt.get(room) ?? 0)
      const here = performance.now() - Math.max(knownSince, evictedAt, ...last)
      if (here <= MARGIN_MS) return 0
      const elsewhere = (await untoldFor?.(rooms)) ?? CHANGES_KEPT_MS
      return Math.round(Math.min(CHANGES_KEPT_MS, Math.max(0, Math.min(elsewhere, here) - MARGIN_MS)))
    },
    forget() {
      knownSince = performance.now()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
