import type { AdminPersonView } from '#contract/admin.ts'
import { TIMINGS } from '#contract/limits.ts'
import type { UploadView } from '#contract/media.ts'
import type { PublicPostView } from '#contract/posts.ts'
import type { PublicProfileView } from '#contract/people.ts'
import { bus } from '#server/platform/bus.ts'
import {
  ADMIN_ROOMS,
  bothPeople,
  dashboardAdmins,
  decreeReaders,
  decreeWriters,
  holdersOf,
  onePerson,
  onlookersOf,
  readersOfComment,
  userRoom,
  visitorsOf,
} from '../audience.ts'
import { membersOf } from '../delivery.ts'
import { leave, socketsIn } from '../sockets.ts'
import { newerOf, throttle } from '../throttle.ts'
import { byHiddenReactors } from './hidden-reactors.ts'
import { announcePosts } from './posts.announce.ts'
import type { Push } from './push.ts'

/** Of two states of one thing the one with the higher revision. */
const newer = <V extends { rev: number }>(waiting: V, next: V): V =>
  next.rev >= waiting.rev ? next : waiting

/** Messages and conversations, to the two people. */
const messages: Push = ({ everywhere }) => [
  bus.on('message:created', (event) => everywhere(bothPeople(event.message), 'message:created', event)),
  bus.on('message:updated', (event) => everywhere(bothPeople(event.message), 'message:updated', event)),
  // Each person's own view of it: unread counts are nobody else's business.
  bus.on('conversation:updated', ({ userId, conversation }) =>
    everywhere(onePerson(userId), 'conversation:updated', { conversation }),
  ),
]

const notifications: Push = ({ everywhere }) => [
  bus.on('notification:created', ({ userId, notification }) =>
    everywhere(onePerson(userId), 'notification:created', { notification }),
  ),
  bus.on('notification:updated', ({ userId, notifications: updated }) =>
    everywhere(onePerson(userId), 'notification:updated', { notifications: updated }),
  ),
  bus.on('notification:deleted', ({ userId, ids }) =>
    everywhere(onePerson(userId), 'notification:deleted', { ids }),
  ),
  bus.on('notification:count', ({ userId, count, rev }) =>
    everywhere(onePerson(userId), 'notification:count', { count, rev }),
  ),
]

/** New posts, counters of posts on screen, deletions, one's own reactions in one's other tabs. */
const posts: Push = ({ io, delivery }) => {
  const announcements = announcePosts(io, delivery)
  const counters = throttle<{ post: PublicPostView }>({
    gap: TIMINGS.pushGap,
    merge: newerOf,
    async flush(_, { post }) {
      const parts = byHiddenReactors(io, membersOf(io, onlookersOf(post)), [post])
      await Promise.all(
        parts.map(({ ids, posts: [seen = post] }) => delivery.toIds(ids, 'post:updated', { post: seen })),
      )
    },
  })
  return [
    bus.onAnywhere('post:created', ({ post }) => announcements.add(post)),
    bus.onAnywhere('post:updated', ({ post }) => counters.put(post.id, { post })),
    bus.onAnywhere('post:deleted', ({ id, rev, authorId }) => {
      announcements.withdraw(id)
      counters.amend(id, () => null)
      return delivery.to(holdersOf({ id, authorId }), 'post:deleted', { id, rev })
    }),
    bus.onAnywhere('post:reacted', ({ userId, ...reaction }) =>
      delivery.to(onePerson(userId), 'post:reacted', reaction),
    ),
    () => counters.stop(),
    () => announcements.stop(),
  ]
}

const comments: Push = ({ delivery }) => [
  bus.onAnywhere('comment:created', ({ comment, clientId, postAuthorId }) =>
    delivery.to(readersOfComment(comment, postAuthorId), 'comment:created', { comment, clientId }),
  ),
  bus.onAnywhere('comment:updated', ({ comment, postAuthorId }) =>
    delivery.to(readersOfComment(comment, postAuthorId), 'comment:updated', { comment }),
  ),
  bus.onAnywhere('comment:deleted', ({ postAuthorId, ...comment }) => {
    const { id, rev, postId } = comment
    return delivery.to(readersOfComment(comment, postAuthorId), 'comment:deleted', { id, rev, postId })
  }),
]

/** A person's own account, in all of their tabs. */
const account: Push = ({ io, delivery, everywhere }) => [
  bus.on('sessions:updated', ({ userId, sessions }) =>
    everywhere(onePerson(userId), 'sessions:updated', { sessions }),
  ),
  bus.onAnywhere('viewer:updated', ({ user }) => {
    // Who is no admin any more hears no figures from this moment on (LIVE L10).
    if (!user.isAdmin) for (const socket of socketsIn(io, userRoom(user.id))) leave(socket, ADMIN_ROOMS)
    return delivery.to(onePerson(user.id), 'viewer:updated', { user })
  }),
  bus.on('privacy:updated', ({ userId, settings }) =>
    everywhere(onePerson(userId), 'privacy:updated', { settings }),
  ),
]

/**
 * Names, bio and counts of a profile, to who has it on screen; somebody popular gains followers many times a
 * second (LIVE L13).
 */
const profiles: Push = ({ everywhere }) => {
  const waiting = throttle<PublicProfileView>({
    gap: TIMINGS.pushGap,
    merge: newer,
    flush: (userId, profile) => everywhere(visitorsOf(userId), 'profile:updated', { profile }),
  })
  return [
    bus.on('profile:updated', ({ profile }) => waiting.put(profile.id, profile)),
    bus.on('user:deleted', ({ userId }) => everywhere(visitorsOf(userId), 'profile:deleted', { id: userId })),
    () => waiting.stop(),
  ]
}

/** How far one's own uploads are; percents come faster than anybody reads (LIVE L13). */
const media: Push = ({ everywhere }) => {
  const uploads = throttle<{ userId: string; media: UploadView }>({
    gap: TIMINGS.pushGap,
    merge: (waiting, next) => (next.media.rev >= waiting.media.rev ? next : waiting),
    flush: (_, { userId, media: upload }) =>
      everywhere(onePerson(userId), 'media:updated', { media: upload }),
  })
  return [bus.on('media:updated', (event) => uploads.put(event.media.id, event)), () => uploads.stop()]
}

/**
 * Decrees, to who has the blog on screen. Drafts are for admins; to readers one that was taken back is gone
 * (LIVE L10).
 */
const blog: Push = ({ everywhere }) => [
  bus.on('blog:updated', ({ decree }) => {
    everywhere(decreeWriters, 'blog:updated', { decree })
    if (decree.published) everywhere(decreeReaders, 'blog:updated', { decree })
    else everywhere(decreeReaders, 'blog:deleted', { id: decree.id, rev: decree.rev })
  }),
  bus.on('blog:deleted', (tombstone) => {
    everywhere(decreeWriters, 'blog:deleted', tombstone)
    everywhere(decreeReaders, 'blog:deleted', tombstone)
  }),
]

/** What the dashboard's tabs are told of, row by row; and what waits for review, to its author as well. */
const dashboard: Push = ({ everywhere }) => {
  const people = throttle<AdminPersonView>({
    gap: TIMINGS.pushGap,
    merge: newer,
    flush: (_, person) => everywhere(dashboardAdmins, 'person:updated', { person }),
  })
  return [
    bus.on('person:updated', ({ person }) => people.put(person.id, person)),
    // No later copy of somebody who is gone counts, whatever its revision.
    bus.on('user:deleted', ({ userId }) =>
      everywhere(dashboardAdmins, 'person:deleted', { id: userId, rev: Number.MAX_SAFE_INTEGER }),
    ),
    bus.on('report:updated', ({ report }) => everywhere(dashboardAdmins, 'report:updated', { report })),
    bus.on('case:updated', (event) => everywhere(dashboardAdmins, 'case:updated', event)),
    bus.on('held:added', ({ authorId, held, waiting }) => {
      everywhere(dashboardAdmins, 'held:added', { held })
      if (waiting) everywhere(onePerson(authorId), 'waiting:added', { waiting })
    }),
    bus.on('held:deleted', ({ authorId, id, rev }) => {
      everywhere(dashboardAdmins, 'held:deleted', { id, rev })
      everywhere(onePerson(authorId), 'waiting:deleted', { id, rev })
    }),
    bus.on('audit:added', ({ entry }) => everywhere(dashboardAdmins, 'audit:added', { entry })),
    () => people.stop(),
  ]
}

/**
 * Every event that is pushed when something has changed, and to whom. `bus.on` with `everywhere`: the process
 * that committed it sends to all sockets. `bus.onAnywhere` with `delivery`: each process sends to its own
 * sockets. Figures that are read again and again are in the `*.figures.ts` files.
 */
export const PUSHES: readonly Push[] = [
  messages,
  notifications,
  posts,
  comments,
  account,
  profiles,
  media,
  blog,
  dashboard,
]
