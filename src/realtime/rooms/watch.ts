import type { Topic } from '#contract/events.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { assertMayWatch, isProfileRoom, postRoom, profileRoom, topicRoom } from '../audience.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import type { PushedFigures } from '../push/figures.ts'
import type { GatewayParts } from '../parts.ts'
import type { RecentPosts } from '../push/recent-posts.ts'
import { enter, leave, type LiveSocket } from '../sockets.ts'
import type { Following } from './following.ts'
import type { RecentChanges } from './recent-changes.ts'
import type { OpenChats } from './open-chats.ts'

export interface Watched {
  otherPersonIn: GatewayParts['otherPersonIn']
  following: Following
  chats: OpenChats
  /** A socket that begins to watch gets the current state first: figures, and posts that just changed. */
  figures: Pick<PushedFigures, 'send'>
  recentPosts: Pick<RecentPosts, 'sendSnapshot'>
  changes: Pick<RecentChanges, 'knows' | 'quietMs'>
}

/**
 * `watch` and `unwatch`: what a page shows decides what is pushed to it (LIVE L13). A request is granted
 * as a whole or not at all.
 */
export function watchHandlers({
  otherPersonIn,
  following,
  chats,
  figures,
  recentPosts,
  changes,
}: Watched): Pick<ClientEventHandlers, 'watch' | 'unwatch'> {
  async function beginTopic(socket: LiveSocket, topic: Topic, viewer: Viewer | null): Promise<void> {
    if (topic === 'following' && viewer) return following.begin(socket, viewer.id)
    await enter(socket, [topicRoom(topic)])
    figures.send(socket, topic)
  }

  function endTopic(socket: LiveSocket, topic: Topic): void {
    if (topic === 'following') following.end(socket)
    else leave(socket, [topicRoom(topic)])
  }

  return {
    async watch(socket, { posts = [], topic, conversation, profile }, viewer) {
      if (topic) assertMayWatch(viewer, topic)
      const other = conversation ? await otherPersonIn(viewer, conversation) : null
      if (other && viewer) chats.assertMayOpen(socket, viewer.id, other)
      await watchPosts(socket, posts)
      recentPosts.sendSnapshot(socket, posts, viewer)
      if (profile) await watchProfile(socket, profile)
      if (topic) await beginTopic(socket, topic, viewer)
      if (other && viewer) await chats.begin(socket, viewer.id, other)
      const rooms = [
        ...posts.map(postRoom),
        ...(topic ? [topicRoom(topic)] : []),
        ...(profile ? [profileRoom(profile)] : []),
      ]
      return changes.knows(rooms) ? { quietMs: await changes.quietMs(rooms) } : {}
    },
    async unwatch(socket, { posts = [], topic, conversation, profile }, viewer) {
      const other = conversation ? await otherPersonIn(viewer, conversation) : null
      const rooms = posts.map(postRoom).filter((room) => socket.rooms.has(room))
      leave(socket, rooms)
      socket.data.watchedPosts -= new Set(rooms).size
      if (profile) leave(socket, [profileRoom(profile)])
      if (topic) endTopic(socket, topic)
      if (other && viewer) chats.end(socket, viewer.id, other)
    },
  }
}

/** Throws 400 when the socket would watch too many posts (LIVE L17). */
function watchPosts(socket: LiveSocket, posts: readonly string[]): Promise<void> {
  const rooms = [...new Set(posts.map(postRoom))].filter((room) => !socket.rooms.has(room))
  if (socket.data.watchedPosts + rooms.length > LIVE_LIMITS.watchedPosts) throw badRequest()
  socket.data.watchedPosts += rooms.length
  return enter(socket, rooms)
}

// A page shows one profile: the next one replaces it (LIVE L17).
function watchProfile(socket: LiveSocket, userId: string): Promise<void> {
  const room = profileRoom(userId)
  leave(
    socket,
    [...socket.rooms].filter((other) => isProfileRoom(other) && other !== room),
  )
  return enter(socket, [room])
}
